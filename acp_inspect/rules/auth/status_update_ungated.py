"""The Agent tells by itself whether the Client is logged in, though it did not say that it would.

## Why it matters
A Client that does not expect the notification drops it. Before the answer to `initialize` it cannot even know whether to
expect it.

## Instead
Advertise `auth.status`, and send `auth/status_update` only after the answer to `initialize`.

```acp bad after v1-open
A! {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"unauthenticated"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"auth":{"status":{}}}}}
A  {"jsonrpc":"2.0","method":"auth/status_update","params":{"state":"unauthenticated"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, dotted_capability
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.auth_said import STATUS_UPDATE
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    on=On(kinds=("notification",), methods=(STATUS_UPDATE,)),
    sources=("v1 and v2 schema, AuthStatusUpdateNotification",),
)
def check(case: Case) -> Iterator[Hit]:
    """The notification without the capability, or while initialize waits for its answer."""
    if case.sender is not Side.AGENT:
        return
    if agent_is_known(case) and not agent_advertises(case, "auth", "status"):
        where = dotted_capability(case, ("auth", "status"))
        yield Hit(f"auth/status_update needs {where}, which the Agent did not advertise", "/method")
    elif case.before.state == "initializing" and case.before.basis is Basis.OFFERED:
        yield Hit("auth/status_update before the answer to initialize", "/method")
