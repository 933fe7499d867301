"""The Client filters a session list by `archived` although the Agent did not advertise that it archives.

## Why it matters
An Agent without the archive does not know the filter and answers with all sessions, or with an error.

## Instead
Send `archived` only when the Agent advertised the capability `archive` for sessions.

```acp bad after v1-all-open
C! {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"only"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"archive":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"only"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work","archived":true}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, dotted_capability, session_capability
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    on=On(kinds=("request",), methods=("session/list",)),
    sources=("v1 and v2 schema, ListSessionsRequest, archived",),
)
def check(case: Case) -> Iterator[Hit]:
    """The filter without the capability."""
    if case.sender is not Side.CLIENT or not agent_is_known(case) or at(case.wire, "archived") in (ABSENT, None):
        return
    path = session_capability(case, "archive")
    if not agent_advertises(case, *path):
        words = f"the filter archived needs {dotted_capability(case, path)}, which the Agent did not advertise"
        yield Hit(words, "/params/archived")
