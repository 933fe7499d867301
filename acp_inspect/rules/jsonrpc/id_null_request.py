"""A request has the id null.

## Why it matters
Null is what a response carries when the id of a broken message could not be read. A peer may take a request with it
for a notification and never answer.

## Instead
Give each request a number or a string of its own.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":null,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":null,"result":{"sessionId":"s1"}}
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
from acp_inspect.wire.rpc import Request


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request",), odd=True),
    sources=("JSON-RPC 2.0, section 4, id", "v1 schema, RequestId"),
)
def check(case: Case) -> Iterator[Hit]:
    """Such a request."""
    body = case.event.body
    if isinstance(body, Request) and body.message["id"] is None and case.event.part is None:
        yield Hit("the id is null", "/id")
