"""An error is no object with a whole number as `code` and a string as `message`.

## Why it matters
The side that asked cannot read why its request failed, and some receivers drop the response altogether, so that the
request stays open.

## Instead
Send `code` (for instance -32603), `message` (one sentence) and, if there is more to say, `data`.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"error":"boom"}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error","data":null}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Response


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",), odd=True),
    sources=("JSON-RPC 2.0, section 5.1", "v1 and v2 schema, Error and ErrorCode"),
    tck=("ACP-JSONRPC-002",),
)
def check(case: Case) -> Iterator[Hit]:
    """An error of another form."""
    body = case.event.body
    if not isinstance(body, Response) or body.error is ABSENT:
        return
    error = body.error
    if not isinstance(error, dict):
        yield Hit(f"the error is {found(error)} instead of an object", "/error")
        return
    code = error.get("code", ABSENT)
    whole = isinstance(code, int | float) and not isinstance(code, bool) and code == code // 1
    if not whole or not -(2**31) <= code < 2**31:
        what = "missing" if code is ABSENT else found(code)
        yield Hit(f"the error's code is {what} instead of a whole number of 32 bits", "/error/code")
    text = error.get("message", ABSENT)
    if not isinstance(text, str):
        what = "missing" if text is ABSENT else found(text)
        yield Hit(f"the error's message is {what} instead of a string", "/error/message")
