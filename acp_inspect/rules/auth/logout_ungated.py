"""The Client asks an Agent to log out that did not say it can.

## Why it matters
The Agent answers error -32601 and the user stays logged in, perhaps without knowing.

## Instead
In v1 ask only if `agentCapabilities.auth.logout` is an object, in v2 only if the Agent offers `authMethods`.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"logout","params":{}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp bad after v2-open
C! {"jsonrpc":"2.0","id":1,"method":"auth/logout","params":{}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"logout","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.logins import kept_methods
from acp_inspect.rules.memory.auth_said import LOGOUTS, AuthSaid
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=LOGOUTS),
    sources=(
        "v1 Authentication, Advertising Authentication (MUST NOT)",
        "v2 Authentication, Logging Out",
        "v2 schema, LogoutAuthRequest",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """The method of the connection's version without what it needs."""
    if case.sender is not Side.CLIENT or not agent_is_known(case):
        return
    related = (case.known(AuthSaid).offer,)
    if case.version == 1 and case.method == "logout" and not agent_advertises(case, "auth", "logout"):
        message = "logout needs agentCapabilities.auth.logout, which the Agent did not advertise"
        yield Hit(message, "/method", related=related)
    if case.version == 2 and case.method == "auth/logout" and not kept_methods(case):
        yield Hit("auth/logout needs authMethods, and the Agent offered none", "/method", related=related)
