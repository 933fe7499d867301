"""The Client logs in by a method that the Agent did not offer.

## Why it matters
The Agent does not know the method and answers with an error. A method that it offered in the wrong form is none either:
Clients drop it from the list.

## Instead
Use the id of an entry of `authMethods` in the answer to the last `initialize`. Without any, there is no login.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"browser","name":"Browser"}]}}
C! {"jsonrpc":"2.0","id":1,"method":"authenticate","params":{"methodId":"oauth"}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-open
C! {"jsonrpc":"2.0","id":1,"method":"auth/login","params":{"methodId":"browser"}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"browser","name":"Browser"}]}}
C  {"jsonrpc":"2.0","id":1,"method":"authenticate","params":{"methodId":"browser"}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import agent_is_known
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.logins import dropped_method, kept_methods
from acp_inspect.rules.memory.auth_said import LOGINS, AuthSaid
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=LOGINS),
    sources=(
        "v1 Authentication, Protocol-driven authentication",
        "v2 Authentication, Advertising Authentication (MUST NOT)",
        "v1 schema, AuthenticateRequest.methodId",
        "v2 schema, LoginAuthRequest.methodId",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that no entry has that the Client keeps."""
    name = at(case.wire, "methodId")
    if case.sender is not Side.CLIENT or not isinstance(name, str) or not agent_is_known(case):
        return
    kept = kept_methods(case)
    if name in kept:
        return
    if dropped_method(case, name):
        why = f"the method {found(name)} is malformed in authMethods, so it counts as not offered"
    elif kept:
        why = f"the Agent did not offer the method {found(name)}"
    else:
        why = f"the Agent offered no methods, so neither {found(name)}"
    yield Hit(why, "/params/methodId", related=(case.known(AuthSaid).offer,))
