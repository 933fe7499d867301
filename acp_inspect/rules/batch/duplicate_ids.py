"""Two requests of one batch have the same id.

## Why it matters
They are in flight together, so their answers cannot be told apart.

## Instead
Give each request an id of its own.

```acp bad after v2-open
C! [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}},{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}]
```

```acp good after v2-open
C  [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}},{"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}]
A  [{"jsonrpc":"2.0","id":2,"result":{"sessions":[]}},{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}]
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays
from acp_inspect.wire.rpc import Request


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("request",), odd=True),
    sources=("v2 schema, RequestId", "JSON-RPC 2.0, section 6"),
    dialects=frozenset({Dialect.AUGUST}),
)
def check(case: Case) -> Iterator[Hit]:
    """A request whose id an earlier entry of its array has."""
    event = case.event
    array = case.known(Arrays).current
    if event.part is None or array is None or array.line != event.line or not isinstance(event.body, Request):
        return
    earlier = array.ids.get(event.body.id.key)
    if earlier is not None:
        yield Hit(f"id {event.body.id.text} is also that of #{earlier}, in the same batch", "/id", related=(earlier,))
