"""The Agent goes on to send for a session that it closed.

## Why it matters
The Client has put the session away. What comes later is dropped, or brings back a session that the user closed.

## Instead
Send what there is to say, then the answer to `session/close`, then nothing more for that session.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":5,"size":200}}}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":5,"size":200}}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_standing import Standings
from acp_inspect.rules.memory.session_strays import AGENT_REQUESTS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=(
        On(kinds=("notification",), methods=("session/update",)),
        On(kinds=("request",), methods=AGENT_REQUESTS),
    ),
    sources=("v2 schema, CloseSessionRequest", "docs/protocol/v1/session-setup, Closing a Session"),
)
def check(case: Case) -> Iterator[Hit]:
    """A message for a closed session that nobody opens again. v1 has no MUST: a warning, and a note for a title or the
    like, which the Agent may find in the background."""
    session = case.session
    standing = case.known(Standings).sessions.get(session) if session is not None else None
    if standing is None or session is None or not standing.closed or case.sender is not Side.AGENT:
        return
    if standing.opened > standing.closed or standing.opening or standing.deleted > standing.closed:
        return
    words = f"session {found(session)} was closed (#{standing.closed}) and not opened again"
    level = None
    if not speaks_v2(case):
        level = Level.INFO if case.update == "session_info_update" else Level.WARNING
    yield Hit(words, "/params/sessionId", related=(standing.closed,), level=level)
