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
    sources=("v2 schema, Command, name", "docs/protocol/v1/slash-commands, AvailableCommand"),
)
def check(case: Case) -> Iterator[Hit]:
    """White space of any kind, in all names together. v1 has only examples without: a note."""
    bad = [(where, name) for where, name in told_names(case) if not name or any(letter.isspace() for letter in name)]
    level = None if speaks_v2(case) else Level.INFO
    if len(bad) == 1:
        where, name = bad[0]
        what = "has white space in it" if name else "is empty"
        yield Hit(f"the command's name {found(name)} {what}", f"{where}/name", level=level)
    elif bad:
        where, name = bad[0]
        words = f"{len(bad)} commands have a name that is empty or has white space in it, such as {found(name)}"
        yield Hit(words, where.rpartition("/")[0], level=level)
