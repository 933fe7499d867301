"""A message between sessions names a session that was not announced.

## Why it matters
The Client cannot say to the user who speaks to whom.

## Instead
Announce a child with `subagent_update` before the first message that names it as sender or recipient.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","recipientSessionId":"k9"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","senderSessionId":"s1","recipientSessionId":"k1"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_listing import Listing
from acp_inspect.rules.sessions import Presence, presence
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("notification",), updates=("session_message",)),
    sources=("v2 schema, SubagentUpdate",),
)
def check(case: Case) -> Iterator[Hit]:
    """A sender or recipient that is neither open here, nor listed, nor a child."""
    if case.sender is not Side.AGENT or case.partial:
        return
    for name in ("senderSessionId", "recipientSessionId"):
        session = at(case.held, "update", name)
        if not isinstance(session, str) or session in case.known(Listing).ids:
            continue
        if presence(case, session) is Presence.UNKNOWN:
            yield Hit(f"session {found(session)} was not announced", pointer("params", "update", name))
