"""The answer to an MCP message has both a result and an error, or neither.

## Why it matters
Without either, the call fails although the server answered. With both, receivers take the result, and the error is lost.

## Instead
Put what the MCP server answered into the result: `{"result": …}` or `{"error": …}`. A result of null is one. Answer with
an error of ACP's only if the message could not be delivered.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"mcpCapabilities":{"acp":true}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"acp","name":"tools","serverId":"m1"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":7,"method":"mcp/message","params":{"serverId":"m1","requestId":"r1","method":"tools/list"}}
C! {"jsonrpc":"2.0","id":7,"result":{"tools":[]}}
A  {"jsonrpc":"2.0","id":8,"method":"mcp/message","params":{"serverId":"m1","requestId":"r2","method":"tools/list"}}
C! {"jsonrpc":"2.0","id":8,"result":{"result":{"tools":[]},"error":{"code":-32603,"message":"Internal error"}}}
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

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.mcp_inner import MESSAGE


@rule(
    level=Level.ERROR,
    side=None,
    stable=False,
    on=On(kinds=("response",), methods=(MESSAGE,)),
    sources=("v1 and v2 schema, MessageMcpResponse (must include exactly one outcome)",),
    over=("schema/response-result", "ext/custom-root-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """A result that is an object with both members, or none of them."""
    result = case.wire
    if not succeeded(case) or not isinstance(result, dict):
        return
    if "result" in result and "error" in result:
        yield Hit(
            "both a result and an error; receivers take the result", "/result", related=(case.event.answers or 0,)
        )
    elif "result" not in result and "error" not in result:
        message = "neither result nor error inside the result; the receiver cannot read the answer"
        yield Hit(message, "/result", related=(case.event.answers or 0,), effect="lost")
