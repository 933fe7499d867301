"""The Agent tells of child sessions, and the Client never said that it can show them.

## Why it matters
These updates are no part of what every v1 Client knows. One that did not advertise them drops them, and the traffic of a
child session has no place to go.

## Instead
Send `subagent_update`, `session_message` and `session_message_chunk` only when `clientCapabilities.subagents` is an
object. Otherwise show the work of a subagent as a tool call.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{"subagents":{}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import client_advertises
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    stable=False,
    on=On(kinds=("notification",), updates=("subagent_update", "session_message", "session_message_chunk")),
    sources=("v1 schema, SubagentCapabilities",),
)
def check(case: Case) -> Iterator[Hit]:
    """One of the three kinds without the capability."""
    if case.sender is Side.AGENT and not case.partial and not client_advertises(case, "subagents"):
        yield Hit("the Client did not advertise clientCapabilities.subagents", "/params/update/sessionUpdate")
