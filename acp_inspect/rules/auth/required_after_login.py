"""The Agent asks for a login right after one succeeded.

## Why it matters
The user logged in, the Agent said that it worked, and yet there is no session. A Client that offers the login again sends
the user round in circles.

## Instead
Answer a login only when its credentials can be used, and with an error when they cannot.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"browser","name":"Browser"}]}}
C  {"jsonrpc":"2.0","id":1,"method":"authenticate","params":{"methodId":"browser"}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
C  {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"Authentication required"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"browser","name":"Browser"}]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Authentication required"}}
C  {"jsonrpc":"2.0","id":2,"method":"authenticate","params":{"methodId":"browser"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":3,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.logins import asks_for_login
from acp_inspect.rules.memory.auth_said import AuthSaid
from acp_inspect.rules.memory.config_offers import SETUPS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=SETUPS),
    sources=("v1 Authentication, Protocol-driven authentication", "v2 Authentication, Active Sessions"),
)
def check(case: Case) -> Iterator[Hit]:
    """Error -32000 to a request that was sent after the login was answered."""
    ask = case.step.ask
    login = case.known(AuthSaid).login
    if case.sender is Side.AGENT and ask is not None and login and ask.seq > login and asks_for_login(case):
        yield Hit("a login is asked for, although the last one succeeded", "/error", related=(login, ask.seq))
