"""The Client passes on a login that the Agent does not carry out itself.

## Why it matters
A method of type `terminal` is a command that the Client runs for the user in a terminal. The Agent has no way to do it,
and what it answers says nothing about whether the user is logged in.

## Instead
Run the Agent's program with the method's `args` and `env` in a terminal, and connect again. Send only methods of type
`agent` (v1: or of none) as a login; of a type that is not ACP's own, only the two sides know.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{"auth":{"terminal":true}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"tty","name":"Terminal","type":"terminal","args":["login"]}]}}
C! {"jsonrpc":"2.0","id":1,"method":"authenticate","params":{"methodId":"tty"}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{"auth":{"terminal":{}}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{},"authMethods":[{"methodId":"tty","name":"Terminal","type":"terminal"},{"methodId":"browser","name":"Browser","type":"agent"}]}}
C  {"jsonrpc":"2.0","id":1,"method":"auth/login","params":{"methodId":"browser"}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import agent_is_known
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.logins import kept_methods
from acp_inspect.rules.memory.auth_said import LOGINS, AuthSaid
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=LOGINS),
    sources=(
        "v1 and v2 Authentication, Terminal authentication (MUST NOT)",
        "v1 and v2 schema, AuthMethodTerminal",
        "v2 schema, ClientRequest, auth/login",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """An id of another type than agent. v1 reads types that it does not know as agent."""
    name = at(case.wire, "methodId")
    if case.sender is not Side.CLIENT or not isinstance(name, str) or not agent_is_known(case):
        return
    kind = at(kept_methods(case).get(name), "type")
    related = (case.known(AuthSaid).offer,)
    if kind == "terminal":
        yield Hit(f"the method {found(name)} is of type terminal", "/params/methodId", related=related)
    elif case.version == 2 and isinstance(kind, str) and kind != "agent":
        message = f"the method {found(name)} is of type {found(kind)}, and only the two sides know what a login does"
        yield Hit(message, "/params/methodId", related=related, level=Level.INFO)
