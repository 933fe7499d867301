"""The name of a slash command is empty or has white space in it.

## Why it matters
What follows the first space is the command's input. The name as a whole can never be typed, and the Agent gets another
one back.

## Instead
Write names of several words with `-` or `_` between them.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"type":"command","name":"make plan","description":"Make a plan"}]}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"type":"command","name":"make-plan","description":"Make a plan"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.commands_told import TOLD_AT, told_commands
from acp_inspect.rules.declare import Dialect, Hit, Level, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=TOLD_AT,
    sources=("v2 schema, Command, name", "docs/protocol/v1/slash-commands, AvailableCommand"),
)
def check(case: Case) -> Iterator[Hit]:
    """White space of any kind. v1 has only examples without: a note."""
    for where, command in told_commands(case):
        name = at(command, "name")
        if isinstance(name, str) and (not name or any(character.isspace() for character in name)):
            level = Level.INFO if case.version == 1 else None
            what = "has white space in it" if name else "is empty"
            yield Hit(f"the command's name {found(name)} {what}", f"{where}/name", level=level)
