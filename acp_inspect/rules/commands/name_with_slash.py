"""The name of a slash command begins with the slash.

## Why it matters
The Client adds the slash: the user sees `//web`, and the prompt that the Agent gets begins with two.

## Instead
Give the name alone.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"/web","description":"Search"}]}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"type":"command","name":"/web","description":"Search"}]}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"Search"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.commands_told import TOLD_AT, told_commands
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=TOLD_AT,
    sources=(
        "docs/protocol/v1/slash-commands, AvailableCommand",
        "docs/protocol/v2/slash-commands",
        "v2 schema, Command, name",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A leading slash. v1 has only examples without: a note."""
    for where, command in told_commands(case):
        name = at(command, "name")
        if isinstance(name, str) and name.startswith("/"):
            level = Level.INFO if case.version == 1 else None
            yield Hit(f"the command's name {found(name)} begins with a slash", f"{where}/name", level=level)
