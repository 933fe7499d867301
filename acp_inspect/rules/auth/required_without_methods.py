"""The Agent asks for a login, but offered no way to log in.

## Why it matters
The Client can do nothing with it: the user reads that a login is needed, and finds no button.

## Instead
Offer the ways to log in as `authMethods`, or say in the error's message what the user has to do, as running the program
once in a terminal. An Agent that offers terminal logins only has none for Clients that cannot run them.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Authentication required"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"browser","name":"Browser"}]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Authentication required"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_is_known
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.logins import asks_for_login
from acp_inspect.rules.memory.auth_said import AuthSaid
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("response",)),
    sources=("v1 Authentication", "v2 Authentication, Active Sessions; Advertising Authentication"),
    tck=("ACP-AUTH-205",),
)
def check(case: Case) -> Iterator[Hit]:
    """Error -32000 that speaks of a login, while there is no method. In v2 the methods are all there is to go by."""
    if not asks_for_login(case) or case.sender is not Side.AGENT or case.method == "auth/status":
        return
    if agent_is_known(case) and not case.before.auth_methods:
        level = Level.WARNING if case.version == 2 else None
        message = "a login is asked for, but authMethods offers no way to log in"
        yield Hit(message, "/error", related=(case.known(AuthSaid).offer,), level=level)
