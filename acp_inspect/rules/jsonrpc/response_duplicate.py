"""A request is answered a second time.

## Why it matters
The asking side has forgotten the request with its first answer. The second one is dropped, or worse, taken for the
answer of a later request that reuses the id.

## Instead
Send exactly one response, with either `result` or `error`, for each request.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s2"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import Response, RpcId


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",)),
    sources=("JSON-RPC 2.0, section 5, Response object", "v2 schema, the protocol's own messages"),
)
def check(case: Case) -> Iterator[Hit]:
    """A response to a request that was answered before. With id null it may be about anything. Not where
    something may be missing: the id may have been used again in it."""
    body = case.event.body
    if case.event.outcome is not Outcome.DUPLICATE or case.partial or case.event.part is not None:
        return
    if isinstance(body, Response) and isinstance(body.id, RpcId) and body.id.key is not None:
        asked = case.event.answers or 0
        yield Hit(f"request {body.id.text} (#{asked}) was answered before", "/id", related=(asked,))
