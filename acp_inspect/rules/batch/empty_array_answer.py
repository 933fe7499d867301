"""An empty array is answered with an array.

## Why it matters
An empty array is no batch, so there is no batch to answer: its sender expects one error object.

## Instead
Answer `[]` with one object: error -32600 and id null.

```acp bad after v2-open
C  []
A! [{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}]
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("response", "malformed"), odd=True),
    sources=("v2 Transports of August 2026, JSON-RPC Batch Messages", "JSON-RPC 2.0, section 6"),
    dialects=frozenset({Dialect.AUGUST}),
    tck=("ACP-BATCH-201",),
    over=("batch/empty-array",),
)
def check(case: Case) -> Iterator[Hit]:
    """An array as the next answer after `[]`."""
    if case.event.part != 0 or case.sender is None:
        return
    empty = case.known(Arrays).last_empty.get(case.sender.peer)
    if empty is not None:
        yield Hit("an array answers an empty array; one error object is due", related=(empty,))
