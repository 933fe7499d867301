"""An MCP message goes to a server that the Client did not declare on this connection.

## Why it matters
Nobody is there to take it: a request is answered with an error, a notification is lost.

## Instead
Use the `serverId` of a server of type `acp` from the `mcpServers` of a session on this connection.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"mcpCapabilities":{"acp":true}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":7,"method":"mcp/message","params":{"serverId":"m2","requestId":"r1","method":"tools/list"}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"mcpCapabilities":{"acp":true}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":7,"method":"mcp/message","params":{"serverId":"m1","requestId":"r1","method":"tools/list"}}
C  {"jsonrpc":"2.0","id":7,"result":{"result":{"tools":[]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.mcp_inner import MESSAGE, McpServers


@rule(
    level=Level.ERROR,
    side=None,
    stable=False,
    on=On(kinds=("request", "notification"), methods=(MESSAGE,)),
    sources=("v1 and v2 schema, MessageMcpRequest.serverId", "RFD MCP over ACP"),
)
def check(case: Case) -> Iterator[Hit]:
    """A server id that no setup had."""
    server = at(case.wire, "serverId")
    known = case.known(McpServers)
    if not case.partial and isinstance(server, str) and server not in known.servers and not known.full:
        yield Hit(f"no MCP server {found(server)} was declared on this connection", "/params/serverId")
