"""The invalid entries of a batch do not get one error each.

## Why it matters
An entry that is no message has no id; an error with id null in the answer is all that tells its sender of it. The
other entries are to be acted upon.

## Instead
Answer with an array that has, besides the responses, an error -32600 with id null for each invalid entry.

```acp bad after v2-open
C  [1,{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}]
A! {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}
```

```acp bad after v2-open
C  [1,{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}]
A! [{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}]
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays, grown, is_refusal


@rule(
    level=Level.WARNING,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("response",), odd=True),
    sources=("v2 Transports of August 2026, JSON-RPC Batch Messages",),
    dialects=frozenset({Dialect.AUGUST}),
    tck=("ACP-BATCH-203",),
)
def check(case: Case) -> Iterator[Hit]:
    """The next answer after a batch with invalid entries: one error for all of it, or an array that has too few or too
    many of them."""
    event = case.event
    waiting = [
        array
        for array in case.known(Arrays).unrefused
        if array.sender is not event.sender and array.invalid and array.calls
    ]
    if not waiting:
        return
    asked = waiting[0]
    if event.part is None:
        if is_refusal(event):
            yield Hit("one error for a whole batch that is not empty", related=(asked.seq,))
    elif event.part == event.parts - 1:
        answers = grown(case.known(Arrays), event)
        if answers.refusals != asked.invalid:
            message = f"{answers.refusals} errors with id null for {asked.invalid} invalid entries"
            yield Hit(message, seq=answers.seq, related=(asked.seq,))
