"""A member is written in snake case where the protocol has it in camel case.

## Why it matters
The receiver passes over it: what it says counts as left out. Where the member is required, the message is lost.

## Instead
Members are in camel case (`sessionId`). Only methods, kinds and other values are in snake case.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stop_reason":"end_turn"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted
from acp_inspect.rules.unfamiliar import camel_cases


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "notification", "response"), faulty=True),
    sources=("v2 Overview, Argument requirements", "v1 and v2 schema, the names of all members"),
    over=("ext/custom-root-field", "state/stop-reason-missing"),
)
def check(case: Case) -> Iterator[Hit]:
    """An unknown member whose camel case form is known at that place."""
    for member, camel in camel_cases(case):
        pointer = body(case) + member.pointer
        yield Hit(f"{dotted(pointer)} is passed over: it is called {camel}", pointer, effect="kept")
