"""A request is answered that only ever stood in an array.

## Why it matters
Nothing in an array may be acted upon. A peer that does it works with senders of an older draft and not with others,
and its sender cannot tell which of the messages were done.

## Instead
Refuse the whole array with one error -32600 and id null, and do nothing else.

```acp bad after v2-open
C  [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}]
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("response",)),
    sources=("TypeScript SDK 2.4.0 and Rust SDK 5.0.0, the answer to an array",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    over=("batch/rejection-missing",),
)
def check(case: Case) -> Iterable[Hit]:
    """A response to a request in an array."""
    asked = case.event.answers
    if asked is None or case.partial or asked not in case.known(Arrays).calls:
        return ()
    return (Hit(f"answers a request (#{asked}) of an array, which is to be refused as a whole", related=(asked,)),)
