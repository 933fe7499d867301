"""A line is a bare string, number, boolean or null.

## Why it matters
A message is a JSON object. One peer answers such a line with an error, another gives up the connection.

## Instead
Send requests, notifications and responses only.

```acp bad after v1-open
C! 42
A  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.stdio_halves import turn
from acp_inspect.wire.rpc import Malformed, MalformedKind


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("malformed",)),
    sources=("JSON-RPC 2.0, sections 4 and 5", "v1 and v2 Transports, stdio"),
    tck=("ACP-TRANSPORT-001", "ACP-TRANSPORT-201"),
)
def check(case: Case) -> Iterator[Hit]:
    """A JSON text that is neither an object nor an array."""
    body = case.event.body
    if not isinstance(body, Malformed) or body.kind is not MalformedKind.NOT_OBJECT or case.event.part is not None:
        return
    if not turn(case).taken:
        yield Hit(f"the line is {found(body.message)}; a message is a JSON object", effect="lost")
