"""The folder of a command is not given as an absolute path.

## Why it matters
In v1 the Client refuses the command, or runs it somewhere else. In v2 it cannot show where the command ran.

## Instead
Send an absolute path as `cwd`. In v1 leave it out to run in the session's folder.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make","cwd":"sub"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make","cwd":"./sub"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make","cwd":"/work/sub"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make","cwd":"/work/sub"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.paths import is_absolute
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=(
        On(kinds=("request",), methods=("terminal/create",)),
        On(kinds=("notification",), updates=("terminal_update",)),
    ),
    sources=(
        "v1 docs, Terminals, Executing Commands (MUST)",
        "v2 docs, Tool Calls, Display-only Terminals",
        "v2 schema, AbsolutePath",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A path that is relative, empty or a URI, where the version has the message."""
    if (
        case.sender is not Side.AGENT
        or case.step.definition is None
        or (case.kind == "notification") != (case.version == 2)
    ):
        return
    path = ("update", "cwd") if case.version == 2 else ("cwd",)
    cwd = at(case.wire, *path)
    if isinstance(cwd, str) and not is_absolute(cwd):
        yield Hit(f"cwd is {found(cwd)}, not an absolute path", "/".join(("/params", *path)))
