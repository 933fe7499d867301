"""`initialize` does not ask for a version as a whole number.

## Why it matters
The Agent cannot tell which version the Client speaks and refuses the request. Dates, as another protocol has them, and
numbers in quotation marks are the usual mistakes; some libraries read the latter as a number, so it works by luck.

## Instead
Send `protocolVersion` as a number from 0 to 65535: the latest major version that the Client supports.

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}
A  {"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import version_of
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Request, Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=("initialize",)),
    sources=("v1 and v2 Initialization, Protocol version", "v1 and v2 schema, ProtocolVersion"),
    over=("schema/request-params", "init/client-capabilities-omitted"),
)
def check(case: Case) -> Iterator[Hit]:
    """No such number in the params."""
    body = case.event.body
    if case.sender is Side.CLIENT and isinstance(body, Request) and version_of(body.params) is None:
        value = at(body.params, "protocolVersion")
        what = "missing" if value is ABSENT else found(value)
        yield Hit(f"protocolVersion is {what} instead of a whole number up to 65535", "/params", effect="lost")
