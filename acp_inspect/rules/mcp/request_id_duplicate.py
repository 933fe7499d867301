"""Two MCP requests to one server are in flight under the same id.

## Why it matters
Progress and cancellations name the request by that id, so nobody can tell which of the two is meant.

## Instead
Use a `requestId` again only after the first request was answered.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"mcpCapabilities":{"acp":true}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":7,"method":"mcp/message","params":{"serverId":"m1","requestId":"r1","method":"tools/list"}}
A! {"jsonrpc":"2.0","id":8,"method":"mcp/message","params":{"serverId":"m1","requestId":"r1","method":"prompts/list"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"mcpCapabilities":{"acp":true}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":7,"method":"mcp/message","params":{"serverId":"m1","requestId":"r1","method":"tools/list"}}
A  {"jsonrpc":"2.0","id":8,"method":"mcp/message","params":{"serverId":"m1","requestId":"r2","method":"prompts/list"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.mcp_inner import MESSAGE, McpRequests, key_of


@rule(
    level=Level.WARNING,
    side=None,
    stable=False,
    on=On(kinds=("request",), methods=(MESSAGE,)),
    sources=("v1 and v2 schema, MessageMcpRequest.requestId",),
)
def check(case: Case) -> Iterator[Hit]:
    """A pair of server and request that waits for an answer already."""
    key = None if case.sender is None else key_of(case.sender, case.wire)
    earlier = case.known(McpRequests).active.get(key, ()) if key is not None else ()
    if earlier:
        message = f"a request {found(at(case.wire, 'requestId'))} to this server is in flight already"
        yield Hit(message, "/params/requestId", related=earlier[-1:])
