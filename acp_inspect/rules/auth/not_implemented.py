"""The Agent offers ways to log in, but does not know the method to log in or out.

## Why it matters
The user chooses a way to log in and gets an error, or cannot log out again.

## Instead
With `authMethods`, handle both `auth/login` and `auth/logout`, also if all entries are logins in a terminal.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{},"authMethods":[{"methodId":"browser","name":"Browser","type":"agent"}]}}
C  {"jsonrpc":"2.0","id":1,"method":"auth/logout","params":{}}
A! {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{},"authMethods":[{"methodId":"browser","name":"Browser","type":"agent"}]}}
C  {"jsonrpc":"2.0","id":1,"method":"auth/logout","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import METHOD_NOT_FOUND, error_code
from acp_inspect.rules.capabilities import agent_is_known
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.logins import kept_methods
from acp_inspect.rules.memory.auth_said import AuthSaid
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("auth/login", "auth/logout")),
    sources=("v2 Authentication", "v2 Overview, Baseline Methods (MUST)"),
    tck=("ACP-AUTH-203", "ACP-AUTH-204"),
)
def check(case: Case) -> Iterator[Hit]:
    """Error -32601 to one of the two, while there are methods."""
    if error_code(case) == METHOD_NOT_FOUND and agent_is_known(case) and kept_methods(case):
        message = f"{case.method} is not found, though authMethods offers ways to log in"
        yield Hit(message, "/error/code", related=(case.known(AuthSaid).offer, case.event.answers or 0))
