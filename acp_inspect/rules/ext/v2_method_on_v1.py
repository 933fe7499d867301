"""A method of v2 is used on a v1 connection.

## Why it matters
A v1 peer does not know it and answers -32601.

## Instead
Speak the version that `initialize` settled: v1 has `authenticate` and `logout`, and cancels by `session/cancel`.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"auth/login","params":{"methodId":"key"}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from acp_inspect.protocol.connection import Basis
from acp_inspect.protocol.schema import load_packaged_schema
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({1}),
    on=On(kinds=("request", "notification"), odd=True),
    sources=("v1 Initialization (act by the version that was settled)", "v2 schema, its methods"),
)
def check(case: Case) -> Iterator[Hit]:
    """A method that only v2 has. Before the answer to initialize the version is not settled."""
    if case.method in _later() and case.after.basis is Basis.ANSWERED:
        yield Hit(f"{case.method} is a method of version 2, but the connection speaks version 1", "/method")


@cache
def _later() -> frozenset[str]:
    old, new = (load_packaged_schema(version, unstable=True).methods for version in (1, 2))
    return frozenset(method.name for method in new) - frozenset(method.name for method in old)
