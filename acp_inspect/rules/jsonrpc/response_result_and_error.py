"""A response has both a result and an error.

## Why it matters
It says that the request succeeded and that it failed. Strict receivers refuse it, others look at one of the two.
`"error": null` beside a result, as JSON-RPC 1.0 had it, is the usual form.

## Instead
Send `result` alone on success, `error` alone on failure.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"},"error":null}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Response


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",), odd=True),
    sources=("JSON-RPC 2.0, section 5", "v1 and v2 Overview, Error Handling"),
    tck=("ACP-JSONRPC-002",),
    over=("jsonrpc/error-object-shape",),
)
def check(case: Case) -> Iterator[Hit]:
    """Both members, whatever is in them."""
    body = case.event.body
    if isinstance(body, Response) and body.result is not ABSENT and body.error is not ABSENT:
        yield Hit("result and error are both there", "/error")
