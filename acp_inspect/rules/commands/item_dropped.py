"""A slash command of the Agent has no type, name or description, and the Client drops it.

## Why it matters
The command silently disappears: the user cannot see that the Agent has it.

## Instead
Give each command `type` (`command`, or a type of your own that begins with `_`), `name` and `description`, all strings.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"plan","description":"Make a plan"}]}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"type":"command","name":"plan","description":"Make a plan"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.commands_told import TOLD_AT, in_commands
from acp_inspect.rules.declare import Dialect, Hit, Level, rule
from acp_inspect.rules.faults import body, dotted, hit, reaches, words
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=tuple(on._replace(faulty=True) for on in TOLD_AT),
    sources=("v2 schema, AvailableCommand", "docs/protocol/v2/slash-commands"),
    over=("schema/skipped-item", "update/items-dropped", "compat/v1-member"),
)
def check(case: Case) -> Iterator[Hit]:
    """The commands that are dropped, together. Those of the August draft had no type."""
    dropped = [(reach, problems[0]) for reach, problems in reaches(case, Effect.DROPPED) if in_commands(reach)]
    if len(dropped) == 1:
        reach, problem = dropped[0]
        where = body(case) + reach
        yield hit(case, problem, f"drops {dotted(where)} and keeps the rest")._replace(pointer=where)
    elif dropped:
        first = words(dropped[0][1], body(case) + dropped[0][1].pointer)
        where = body(case) + dropped[0][0].rpartition("/")[0]
        yield Hit(f"the receiver drops {len(dropped)} commands: {first}", where, effect=Effect.DROPPED.value)
