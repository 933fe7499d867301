"""An update of the Agent's slash commands has no list of them.

## Why it matters
The Client drops the whole update and goes on with the commands that it had.

## Instead
Send `availableCommands` as an array; an empty one says that there are none.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","commands":[]}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("available_commands_update",), faulty=True),
    sources=("docs/protocol/v2/slash-commands", "v2 schema, AvailableCommandsUpdate"),
    over=("update/malformed-known",),
)
def check(case: Case) -> Iterator[Hit]:
    """`availableCommands` that is missing or no array."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer == "/update/availableCommands":
            yield hit(case, problem, "drops the update, and keeps the commands that it had")
