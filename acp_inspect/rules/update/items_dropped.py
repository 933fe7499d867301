"""A list in a session update has an item that the Client cannot read, and drops.

## Why it matters
The rest of the update is used and nobody is told: the user misses a piece of a tool call's output, a command, an entry
of the plan.

## Instead
Give each item the members that the schema requires, with the types it gives them.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web"}]}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","locations":[{"line":3}]}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"Search"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted, hit, in_update, reaches
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), methods=("session/update",), faulty=True),
    sources=("v1 and v2 schema, lists of SessionUpdate marked x-deserialize-skip-invalid-items",),
)
def check(case: Case) -> Iterator[Hit]:
    """An item of a list in an update that is dropped."""
    for reach, problems in reaches(case, Effect.DROPPED):
        if in_update(reach):
            yield hit(case, problems[0], f"drops {dotted(body(case) + reach)} and keeps the rest")
