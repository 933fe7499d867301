"""The Client uses one id for several MCP servers on the connection.

## Why it matters
The Agent sends its messages by that id alone, so those for the one server reach the other.

## Instead
Give each server of type `acp` an id of its own, for as long as the connection lasts. Declaring the same server again for
another session is fine.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"mcpCapabilities":{"acp":true}}}}
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"},{"type":"acp","name":"files","serverId":"m1"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"mcpCapabilities":{"acp":true}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"},{"type":"acp","name":"files","serverId":"m2"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import SETUPS
from acp_inspect.rules.memory.mcp_inner import McpServers, acp_servers
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    on=On(kinds=("request",), methods=SETUPS),
    sources=("v1 and v2 schema, McpServerAcp.serverId (MUST NOT)",),
)
def check(case: Case) -> Iterator[Hit]:
    """An id twice in one list, or of another name than before."""
    if case.sender is not Side.CLIENT:
        return
    known = case.known(McpServers).servers
    here: set[str] = set()
    for place, server, value in acp_servers(case):
        pointer = f"/params/mcpServers/{place}/serverId"
        earlier = known.get(server)
        if server in here:
            yield Hit(f"a second server with the id {found(server)}", pointer)
        elif earlier is not None and isinstance(earlier.name, str) and earlier.name != at(value, "name"):
            message = f"the id {found(server)} belongs to the server {found(earlier.name)}"
            yield Hit(message, pointer, related=(earlier.seq,))
        here.add(server)
