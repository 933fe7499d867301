"""The Agent makes a session ready although it has an MCP server that the Agent cannot reach.

## Why it matters
The Client believes that the session has the server's tools. It has not, and nobody is told.

## Instead
Refuse the request with error -32602 when a server's type is none that you advertised.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"http","name":"docs","url":"https://example.com/mcp"}]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"http","name":"docs","url":"https://example.com/mcp"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import agent_is_known
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.servers import offers_transport
from acp_inspect.rules.sessions import SETUPS, asked, succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=SETUPS),
    sources=("v2 schema, McpServer, other",),
)
def check(case: Case) -> Iterator[Hit]:
    """A result for a request with a type that was not advertised. Whether a type that begins with an underscore is
    supported, no capability says."""
    servers = asked(case, "mcpServers")
    if not succeeded(case) or not isinstance(servers, list) or not agent_is_known(case):
        return
    for server in servers:
        kind = at(server, "type")
        if isinstance(kind, str) and not offers_transport(case, kind):
            level = Level.INFO if kind.startswith("_") else None
            words = f"an MCP server of type {found(kind)} was accepted, which the Agent did not advertise"
            yield Hit(words, "/result", related=(case.event.answers or 0,), level=level)
            return
