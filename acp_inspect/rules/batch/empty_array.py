"""An empty array is sent.

## Why it matters
A batch has at least one entry, and so has the answer to one. An empty array says nothing and is answered with an
error.

## Instead
Send nothing where there is nothing to send; in particular, a batch of notifications gets no answer at all.

```acp bad after v2-open
C! []
A  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}
```

```acp bad after v2-open
C  [{"jsonrpc":"2.0","method":"_example.com/a"}]
A! []
```

```acp good after v2-open
C  [{"jsonrpc":"2.0","method":"_example.com/a"}]
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays
from acp_inspect.wire.rpc import Malformed, MalformedKind


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("malformed",)),
    sources=("v2 Transports of August 2026, JSON-RPC Batch Messages", "JSON-RPC 2.0, section 6"),
    dialects=frozenset({Dialect.AUGUST}),
    tck=("ACP-BATCH-202",),
)
def check(case: Case) -> Iterator[Hit]:
    """`[]`, as a call or as an answer."""
    body = case.event.body
    if not isinstance(body, Malformed) or body.kind is not MalformedKind.EMPTY_BATCH or case.sender is None:
        return
    asked = case.known(Arrays).last_calls.get(case.sender.peer)
    if asked is not None and not asked.requests:
        yield Hit("an empty array answers a batch without requests; send nothing", related=(asked.seq,))
    else:
        yield Hit("an empty array is no batch")
