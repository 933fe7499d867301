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
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case
from acp_inspect.rules.commands_told import TOLD_AT, told_names
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
    """A leading slash, in all names together. v1 has only examples without: a note."""
    bad = [(where, name) for where, name in told_names(case) if name.startswith("/")]
    level = None if speaks_v2(case) else Level.INFO
    if len(bad) == 1:
        where, name = bad[0]
        yield Hit(f"the command's name {found(name)} begins with a slash", f"{where}/name", level=level)
    elif bad:
        where, name = bad[0]
        words = f"{len(bad)} commands have a name that begins with a slash, such as {found(name)}"
        yield Hit(words, where.rpartition("/")[0], level=level)
