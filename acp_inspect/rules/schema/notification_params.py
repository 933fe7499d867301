"""The params of a notification lack something that is required, or have it in a form that no receiver accepts.

## Why it matters
Nobody answers a notification, so nobody tells the sender: the receiver drops it, and what it was to bring about does
not happen. A `session/cancel` without a proper `sessionId` cancels nothing.

## Instead
Send the members that the schema requires, with the types it gives them. What is wrong inside the `update` of a
session/update is said by rules of its own.

```acp bad after v1-prompt
C! {"jsonrpc":"2.0","method":"session/cancel","params":{}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit, in_update


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("notification",), faulty=True),
    sources=("v1 and v2 schema, the definition of each notification's params",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault that loses the notification, outside of a session update."""
    for problem in faults(case, Effect.LOST):
        if case.method != "session/update" or not in_update(problem.pointer):
            yield hit(case, problem, "drops the notification, and nobody is told")
