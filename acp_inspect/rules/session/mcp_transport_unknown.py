"""An MCP server that the Client gives to a session has the form of no transport that v1 knows.

## Why it matters
The schema leaves no room for others: the Agent rejects the whole request with error -32602, and there is no session.

## Instead
A server has `name`, `command`, `args` and `env` (stdio), or the `type` `http` or `sse` with `name`, `url` and `headers`.
Lists may be empty, but not missing.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"websocket","name":"docs","url":"wss://example.com"}]}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"name":"files","command":"/bin/files","args":[],"env":[]}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=SETUPS, faulty=True),
    sources=("v1 schema, McpServer",),
    over=("schema/request-params",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault inside of a server that loses the request."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer.startswith("/mcpServers/"):
            yield hit(case, problem, "knows no such MCP server, and rejects the whole request")
