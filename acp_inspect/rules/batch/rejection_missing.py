"""An array of messages is not refused with the one error that belongs to it.

## Why it matters
The sender of an array has no id by which to learn that nothing in it was read. The error with id null is the only
sign; without it the sender waits for answers that never come.

## Instead
Answer any array, whatever is in it, with one object: error -32600 and id null.

```acp bad after v2-open
C  [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}]
C  {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
A! {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}
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
from acp_inspect.rules.memory.batch_arrays import Arrays, is_refusal


@rule(
    level=Level.WARNING,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("response",)),
    sources=("TypeScript SDK 2.4.0 and Rust SDK 5.0.0, the answer to an array",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterable[Hit]:
    """The next response of the receiver is none that refuses the array. One that never answers is no case of this."""
    waiting = [array for array in case.known(Arrays).unrefused if array.sender is not case.sender]
    if not waiting or case.partial or is_refusal(case.event):
        return ()
    return (Hit(f"the array (#{waiting[0].seq}) was not refused with error -32600", related=(waiting[0].seq,)),)
