"""The answers to one batch do not come together in one array.

## Why it matters
A sender that waits for the one array that answers its batch takes a single object for the answer to something else.

## Instead
Collect the responses and send them in one array, in any order, once all are there.

```acp bad after v2-open
C  [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}},{"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}]
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}
```

```acp bad after v2-open
C  [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}},{"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}]
A  [{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}]
A! [{"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}]
```

```acp good after v2-open
C  [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}},{"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}]
A  [{"jsonrpc":"2.0","id":2,"result":{"sessions":[]}},{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}]
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays


@rule(
    level=Level.WARNING,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("response",)),
    sources=("v2 Transports of August 2026, JSON-RPC Batch Messages",),
    dialects=frozenset({Dialect.AUGUST}),
)
def check(case: Case) -> Iterable[Hit]:
    """A single response to a request of a batch, the first one; or one in another array than an earlier one."""
    event = case.event
    known = case.known(Arrays)
    line = known.calls.get(event.answers) if event.answers is not None else None
    if line is None or event.answers is None:
        return ()
    first = known.answered.get(line)
    if event.part is None and first is None:
        return (Hit(f"answers #{event.answers} by itself, not in the array for its batch", related=(event.answers,)),)
    if event.part is not None and first is not None and first != event.line:
        return (Hit(f"answers #{event.answers} in a second array for the same batch", related=(event.answers,)),)
    return ()
