"""The Agent refuses to say whether the Client is logged in, because it is not.

## Why it matters
The answer to the question is the state `unauthenticated`. An error looks like a fault, and Clients start a login.

## Instead
Answer with a state, whatever it is.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"auth":{"status":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"auth/status","params":{}}
A! {"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"Authentication required"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"auth":{"status":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"auth/status","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"state":"unauthenticated"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import error_code
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.logins import AUTH_REQUIRED
from acp_inspect.rules.memory.auth_said import STATUS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    on=On(kinds=("response",), methods=(STATUS,)),
    sources=("v1 and v2 schema, AuthStatusRequest (MUST NOT)",),
)
def check(case: Case) -> Iterator[Hit]:
    """Error -32000 as the answer."""
    if case.sender is Side.AGENT and error_code(case) == AUTH_REQUIRED:
        message = 'refused with auth_required instead of the state "unauthenticated"'
        yield Hit(message, "/error/code", related=(case.event.answers or 0,))
