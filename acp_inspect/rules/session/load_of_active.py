"""The Client loads or resumes a session that is open on this connection already.

## Why it matters
The protocol does not say what happens: the history may come a second time, ids with it, and a running turn may end.

## Instead
Close the session first, or keep what is known of it.

```acp bad after v1-all-session
C! {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.sessions import Presence, presence, standing_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("session/load", "session/resume")),
    sources=("docs/protocol/v1/session-setup, Loading a Session: it says nothing of open sessions",),
)
def check(case: Case) -> Iterator[Hit]:
    """A session that is active."""
    session = case.session
    if case.sender is Side.CLIENT and session is not None and presence(case, session) is Presence.ACTIVE:
        opened = standing_of(case, session).opened
        yield Hit(f"session {found(session)} is open since #{opened}", "/params/sessionId", related=(opened,))
