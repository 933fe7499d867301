"""The Agent archives a session, and the prompt that was in flight does not end as cancelled.

## Why it matters
The user put the session away, and the work goes on where nobody looks.

## Instead
Archive as if the session was closed first: stop the work, and answer the prompt with the stop reason `cancelled`.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"archive":{},"list":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/archive","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
A! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"archive":{},"list":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/archive","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.closings import not_cancelled
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    stable=False,
    on=(On(kinds=("response",), methods=("session/prompt",)), On(kinds=("exited", "stream-ended"))),
    sources=("v1 schema, ArchiveSessionRequest",),
)
def check(case: Case) -> Iterator[Hit]:
    """See `closings.not_cancelled`."""
    yield from not_cancelled(case, "session/archive")
