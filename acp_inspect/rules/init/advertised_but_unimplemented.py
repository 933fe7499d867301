"""A side answers "method not found" to a method that it has advertised, or that it has to have.

## Why it matters
The other side went by what was advertised and has no other way. A feature that is shown to the user then fails.

## Instead
Handle what is advertised, and advertise only what is handled.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"loadSession":true},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s0","cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"_example.com/status"}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import METHOD_NOT_FOUND
from acp_inspect.rules.capabilities import advertised
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Response


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",), odd=True),
    sources=("v1 and v2 Initialization, Capabilities", "v1 Overview, baseline methods"),
)
def check(case: Case) -> Iterator[Hit]:
    """Error -32601 to such a method. An error whose data names another method is about that one."""
    body = case.event.body
    if not isinstance(body, Response) or at(body.error, "code") != METHOD_NOT_FOUND or case.event.part is not None:
        return
    ask = case.step.ask
    if ask is None or case.partial or ask.sender is case.sender:
        return
    named = at(body.error, "data", "method")
    if isinstance(named, str) and named != ask.method:
        return
    why = advertised(case.before, ask)
    if why:
        yield Hit(f"{ask.method} is not found, though {why}", "/error/code", related=(ask.seq,))
