"""The Client asks whether it is logged in, but the Agent did not say that it can tell.

## Why it matters
The Agent answers error -32601, from which nothing follows about the login.

## Instead
Ask only if `auth.status` in the Agent's capabilities is an object. Older drafts had `true` there, which is none.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"auth/status","params":{}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"auth":{"status":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"auth/status","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"state":"authenticated"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, dotted_capability
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.auth_said import STATUS, AuthSaid
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    on=On(kinds=("request",), methods=(STATUS,)),
    sources=("v1 and v2 schema, AuthStatusRequest",),
)
def check(case: Case) -> Iterator[Hit]:
    """The request without the capability."""
    if case.sender is Side.CLIENT and agent_is_known(case) and not agent_advertises(case, "auth", "status"):
        where = dotted_capability(case, ("auth", "status"))
        message = f"auth/status needs {where}, which the Agent did not advertise"
        yield Hit(message, "/method", related=(case.known(AuthSaid).offer,))
