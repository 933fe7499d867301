"""The Client forks, archives, names or asks about a session although the Agent did not advertise that it can.

## Why it matters
These methods are newer than most Agents. One that has not answers error -32601, and what the Client wanted to do does
not happen.

## Instead
Look at the answer to `initialize` first: `fork`, `archive` (for `session/unarchive` too), `status` and `title` must be
objects in `sessionCapabilities` (v1) or `session` (v2).

```acp bad after v1-all-session
C! {"jsonrpc":"2.0","id":10,"method":"session/fork","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":10,"error":{"code":-32601,"message":"Method not found"}}
```

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":10,"method":"session/set_title","params":{"sessionId":"s1","title":"Docs"}}
A  {"jsonrpc":"2.0","id":10,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"fork":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, dotted_capability, session_capability
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_NEEDS: Final = {
    "session/fork": "fork",
    "session/archive": "archive",
    "session/unarchive": "archive",
    "session/status": "status",
    "session/set_title": "title",
}


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    on=On(kinds=("request",), methods=tuple(_NEEDS)),
    sources=(
        "v1 and v2 schema, SessionCapabilities; ForkSessionRequest, ArchiveSessionRequest, UnarchiveSessionRequest,"
        " SessionStatusRequest, SetSessionTitleRequest",
        "RFD Session Fork",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A method whose capability is missing, null or malformed."""
    if case.sender is not Side.CLIENT or case.method is None or not agent_is_known(case):
        return
    path = session_capability(case, _NEEDS[case.method])
    if not agent_advertises(case, *path):
        yield Hit(f"{case.method} needs {dotted_capability(case, path)}, which the Agent did not advertise", "/method")
