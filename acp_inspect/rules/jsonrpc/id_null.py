"""A request of v2 has the id null.

## Why it matters
v2 forbids what JSON-RPC only discourages. Its peers refuse such a request with -32600, and cannot say which one they
refused.

## Instead
Give each request a number or a string of its own.

```acp bad after v2-open
C! {"jsonrpc":"2.0","id":null,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.wire.rpc import Request


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("request",), odd=True),
    sources=("v2 schema, RequestId",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    over=("jsonrpc/id-null-request",),
)
def check(case: Case) -> Iterator[Hit]:
    """Such a request, where the recording shows that v2 is spoken."""
    body = case.event.body
    if case.event.part is not None or case.after.basis is Basis.ASSUMED:
        return
    if isinstance(body, Request) and body.message["id"] is None:
        yield Hit("the id is null, which v2 does not allow", "/id")
