"""A method is neither one of the protocol nor marked as one of somebody's own.

## Why it matters
Names without `_` belong to ACP: a later version may use the same one for something else. The receiver answers -32601
or passes over it.

## Instead
Begin methods of your own with `_`, best with a name that is yours: `_example.com/buffers`.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":2,"method":"workspace/buffers","params":{}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":2,"method":"_example.com/workspace/buffers","params":{}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from acp_inspect.protocol.problem import found
from acp_inspect.protocol.schema import VERSIONS, load_packaged_schema
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "notification"), odd=True),
    sources=("v1 and v2 Extensibility, Extension Methods",),
    tck=("ACP-CLIENTCAP-202",),
)
def check(case: Case) -> Iterator[Hit]:
    """A method that no version knows, of either side. A batch is refused whatever is in it; JSON-RPC keeps `rpc.`."""
    method = case.method
    if method is None or method in _known() or method.startswith(("_", "$/", "rpc.")) or case.event.part is not None:
        return
    schema = case.after.surface.schema
    yield Hit(f"ACP has no method {found(method)} (schema {schema.package_version})", "/method")


@cache
def _known() -> frozenset[str]:
    return frozenset(
        method.name for version in VERSIONS for method in load_packaged_schema(version, unstable=True).methods
    )
