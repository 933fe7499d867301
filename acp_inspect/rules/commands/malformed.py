"""A slash command of the Agent lacks something that is required, or has it in a form that the Client cannot read.

## Why it matters
The Client drops the command, or offers it without its input, and nobody is told.

## Instead
Give each command a `name` and a `description`, both strings. `input` is null or, in v1, an object with a `hint`; in v2 an
object with a `type`, and a `hint` where that is `text`.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"Search","input":"query"}]}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"type":"command","name":"web","description":"Search","input":{"hint":"query"}}]}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"Search","input":{"hint":"query"}}]}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"type":"command","name":"web","description":"Search","input":{"type":"text","hint":"query"}}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.commands_told import TOLD_AT, in_commands
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import body, dotted, hit, reaches
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=tuple(on._replace(faulty=True) for on in TOLD_AT),
    sources=(
        "docs/protocol/v1/slash-commands",
        "docs/protocol/v2/slash-commands",
        "v1 and v2 schema, AvailableCommand, AvailableCommandInput",
    ),
    over=("schema/salvaged-field", "schema/skipped-item", "update/salvaged-known", "update/items-dropped"),
)
def check(case: Case) -> Iterator[Hit]:
    """A member of a command that is salvaged; in v1 also a command that is dropped, which v2 has a rule of its own for."""
    for reach, problems in reaches(case, Effect.SALVAGED):
        if in_commands(reach):
            yield hit(case, problems[0], f"reads {dotted(body(case) + reach)} as omitted")
    if case.version == 1:
        for reach, problems in reaches(case, Effect.DROPPED):
            if in_commands(reach):
                yield hit(case, problems[0], f"drops {dotted(body(case) + reach)} and keeps the rest")
