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
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case
from acp_inspect.rules.commands_told import TOLD_AT, told_names
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
    for where, name in told_names(case):
        if name in seen:
            level = None if speaks_v2(case) else Level.INFO
            yield Hit(f"an earlier command is called {found(name)} too", f"{where}/name", level=level)
        seen.add(name)
