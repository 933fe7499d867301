"""The Agent tells the same login status again.

## Why it matters
Clients act on a change: they ask for a login again, or load their sessions anew.

## Instead
Send `auth/status_update` only if state or accounts differ from what was told last, in an update or an answer.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"auth":{"status":{}}},"authMethods":[]}}
A  {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"unauthenticated"}}
A! {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"unauthenticated"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"auth":{"status":{}}},"authMethods":[]}}
A  {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"unauthenticated"}}
A  {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"authenticated"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.auth_said import STATUS_UPDATE, AuthSaid, status_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    stable=False,
    on=On(kinds=("notification",), methods=(STATUS_UPDATE,)),
    sources=("v1 and v2 schema, AuthStatusUpdateNotification (SHOULD)",),
)
def check(case: Case) -> Iterator[Hit]:
    """The state and accounts of the last time. After a gap, something else may have been told in it."""
    said = case.known(AuthSaid)
    if case.sender is Side.AGENT and said.status and not case.after.gaps and status_of(case.wire) == said.told:
        yield Hit(f"the same status as in #{said.status}", "/params", related=(said.status,))
