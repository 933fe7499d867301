"""Two slash commands of the Agent have the same name.

## Why it matters
A command is chosen by its name, and the name is all that the Agent gets back. One of the two cannot be reached.

## Instead
Give every command of a list a name of its own.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"type":"command","name":"web","description":"A"},{"type":"command","name":"web","description":"B"}]}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"A"},{"name":"docs","description":"B"}]}}}
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
    sources=("v2 schema, Command, name", "docs/protocol/v1/slash-commands, Running commands"),
)
def check(case: Case) -> Iterator[Hit]:
    """A name that an earlier command of the list has. v1 says nothing about it: a note."""
    seen: set[str] = set()
    for where, command in told_commands(case):
        name = at(command, "name")
        if not isinstance(name, str):
            continue
        if name in seen:
            level = Level.INFO if case.version == 1 else None
            yield Hit(f"an earlier command is called {found(name)} too", f"{where}/name", level=level)
        seen.add(name)
