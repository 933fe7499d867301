"""The Client sends an MCP notification for a request that is not in flight.

## Why it matters
Such notifications, as progress, go with a request of the Agent's. Without one the Agent does not know where it belongs,
and drops it.

## Instead
Send it with the `requestId` of the Agent's `mcp/message` request, and before its answer.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"mcpCapabilities":{"acp":true}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":7,"method":"mcp/message","params":{"serverId":"m1","requestId":"r1","method":"tools/list"}}
C  {"jsonrpc":"2.0","id":7,"result":{"result":{"tools":[]}}}
C! {"jsonrpc":"2.0","method":"mcp/message","params":{"serverId":"m1","requestId":"r1","method":"notifications/progress"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"mcpCapabilities":{"acp":true}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":7,"method":"mcp/message","params":{"serverId":"m1","requestId":"r1","method":"tools/list"}}
C  {"jsonrpc":"2.0","method":"mcp/message","params":{"serverId":"m1","requestId":"r1","method":"notifications/progress"}}
C  {"jsonrpc":"2.0","id":7,"result":{"result":{"tools":[]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.mcp_inner import MESSAGE, McpRequests, key_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    on=On(kinds=("notification",), methods=(MESSAGE,)),
    sources=("v1 and v2 schema, MessageMcpNotification (for an active request)",),
)
def check(case: Case) -> Iterator[Hit]:
    """A pair of server and request that waits for no answer. Answer and notification both come from the Client, in order."""
    key = key_of(Side.AGENT, case.wire)
    if case.sender is not Side.CLIENT or case.partial or key is None:
        return
    if key not in case.known(McpRequests).active:
        message = f"no request {found(at(case.wire, 'requestId'))} to this server is in flight"
        yield Hit(message, "/params/requestId")
