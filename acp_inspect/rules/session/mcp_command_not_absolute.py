"""The command of an MCP server is not given as an absolute path.

## Why it matters
The Agent starts the server with its own `PATH` and in its own folder. What the Client finds as `npx` may be another
program there, or none.

## Instead
Look the command up in the Client, and send its absolute path.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"name":"files","command":"npx","args":["files"],"env":[]}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"stdio","name":"files","command":"/usr/bin/npx","args":["files"]}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.paths import is_absolute
from acp_inspect.rules.servers import is_stdio
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=SETUPS),
    sources=(
        "docs/protocol/v1/session-setup, Stdio Transport",
        "docs/protocol/v1/overview, Argument requirements",
        "docs/protocol/v2/session-setup, Stdio Transport",
        "v1 and v2 schema, McpServerStdio, command",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A stdio server whose command is no absolute path."""
    servers = at(case.wire, "mcpServers")
    if case.sender is not Side.CLIENT or not isinstance(servers, list):
        return
    for place, server in enumerate(servers):
        command = at(server, "command")
        if isinstance(command, str) and is_stdio(case, server) and not is_absolute(command):
            words = f"the command is {found(command)}, not an absolute path"
            yield Hit(words, pointer("params", "mcpServers", place, "command"))
