"""Two updates of one thing stand in one batch.

## Why it matters
The entries of a batch may be acted upon in any order. Output of a terminal, or text of a message, then arrives in the
wrong order.

## Instead
Send updates that belong in an order by themselves, or in different batches. Of a terminal, a batch may hold one update
only.

```acp bad after v2-session
A! [{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x","data":"YQ=="}}},{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x","data":"Yg=="}}}]
```

```acp good after v2-session
A  [{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x","data":"YQ=="}}},{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"y","data":"Yg=="}}}]
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays, entity_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), methods=("session/update",), odd=True),
    sources=("RFD Terminal Output, Live output chunks", "v2 Transports of August 2026, JSON-RPC Batch Messages"),
    dialects=frozenset({Dialect.AUGUST}),
)
def check(case: Case) -> Iterator[Hit]:
    """An update of what an earlier entry of its array is about."""
    event = case.event
    array = case.known(Arrays).current
    entity = entity_of(event)
    if event.part is None or entity is None or array is None or array.line != event.line:
        return
    earlier = array.entities.get(entity)
    if earlier is not None:
        level = Level.ERROR if entity[1] == "terminal" else Level.INFO
        message = f"#{earlier} of the same batch is about {entity[1]} {entity[2]} too, and entries have no order"
        yield Hit(message, "/params/update", related=(earlier,), level=level)
