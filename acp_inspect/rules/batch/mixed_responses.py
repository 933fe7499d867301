"""A batch holds responses beside requests or notifications.

## Why it matters
A batch either asks or answers. A receiver that takes it for one of the two passes over the rest.

## Instead
Send responses in an array of their own.

```acp bad after v2-open
C  [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}]
A! [{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}},{"jsonrpc":"2.0","method":"_example.com/a"}]
```

```acp good after v2-open
C  [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}},{"jsonrpc":"2.0","method":"_example.com/a"}]
A  [{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}]
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays, grown


@rule(
    level=Level.WARNING,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("request", "notification", "response", "malformed"), odd=True),
    sources=("JSON-RPC 2.0, section 6", "v2 Transports of August 2026, JSON-RPC Batch Messages"),
    dialects=frozenset({Dialect.AUGUST}),
)
def check(case: Case) -> Iterator[Hit]:
    """An array that both asks and answers, at its end."""
    event = case.event
    if event.part is None or event.part != event.parts - 1:
        return
    array = grown(case.known(Arrays), event)
    if array.responses and (array.requests or array.notifications):
        other = array.requests + array.notifications
        yield Hit(f"{array.responses} responses and {other} requests or notifications in one batch", seq=array.seq)
