"""The Client gives a session an MCP server over a transport that the Agent did not advertise.

## Why it matters
The Agent refuses the session, or opens it without the server, and its tools are missing.

## Instead
Look at the answer to `initialize`. In v1 `http`, `sse` and `acp` need `true` in `mcpCapabilities`; servers without a type
(stdio) need nothing. In v2 each type, `stdio` included, needs an object in `session.mcp`.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"http","name":"docs","url":"https://example.com/mcp","headers":[]}]}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"stdio","name":"docs","command":"/bin/docs"}]}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"http","name":"docs","url":"https://example.com/mcp","headers":[]},{"name":"files","command":"/bin/files","args":[],"env":[]}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"stdio","name":"docs","command":"/bin/docs"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import agent_is_known
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.servers import known_transports, offers_transport
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=SETUPS),
    sources=(
        "docs/protocol/v1/session-setup, Checking Transport Support",
        "docs/protocol/v2/session-setup, Checking Transport Support",
        "v1 and v2 schema, McpCapabilities, McpServer",
        "RFD MCP over ACP",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A server of a known type whose capability is missing, null, false or malformed."""
    servers = at(case.wire, "mcpServers")
    if case.sender is not Side.CLIENT or not isinstance(servers, list) or not agent_is_known(case):
        return
    for place, server in enumerate(servers):
        kind = at(server, "type")
        if isinstance(kind, str) and kind in known_transports(case) and not offers_transport(case, kind):
            words = f"the Agent did not advertise MCP servers of type {found(kind)}"
            yield Hit(words, pointer("params", "mcpServers", place, "type"))
