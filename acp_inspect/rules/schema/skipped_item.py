"""A list has an item that its receiver cannot read, and drops.

## Why it matters
The rest of the list is used, and nobody is told: a config option that cannot be chosen, an auth method that is not
offered, a session that is not listed.

## Instead
Give each item the members that the schema requires, with the types it gives them.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"authMethods":[{"id":"login"}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"authMethods":[{"id":"login","name":"Log in"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted, hit, in_update, reaches


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "response", "notification"), faulty=True),
    sources=("v1 and v2 schema, lists marked x-deserialize-skip-invalid-items",),
)
def check(case: Case) -> Iterator[Hit]:
    """An item that is dropped, outside of a session update."""
    for reach, problems in reaches(case, Effect.DROPPED):
        if case.method != "session/update" or not in_update(reach):
            yield hit(case, problems[0], f"drops {dotted(body(case) + reach)} and keeps the rest")
