"""The Client calls a session method that the Agent did not advertise.

## Why it matters
Agents need not have these methods. One that has not answers error -32601, and what the Client wanted to do does not
happen.

## Instead
Look at the answer to `initialize` first. In v1 `session/load` needs `loadSession: true`, the others an object of their
name in `sessionCapabilities`. In v2 every session method needs the object `session`, and `session/delete` also
`session.delete`.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":2,"method":"session/delete","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```

```acp good after v2-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/delete","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, dotted_capability
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_V1: Final = {
    "session/load": ("loadSession",),
    "session/resume": ("sessionCapabilities", "resume"),
    "session/list": ("sessionCapabilities", "list"),
    "session/delete": ("sessionCapabilities", "delete"),
    "session/close": ("sessionCapabilities", "close"),
}
_SESSION: Final = ("session",)
_V2: Final = {
    "session/new": _SESSION,
    "session/resume": _SESSION,
    "session/list": _SESSION,
    "session/close": _SESSION,
    "session/prompt": _SESSION,
    "session/cancel": _SESSION,
    "session/set_config_option": _SESSION,
    "session/delete": ("session", "delete"),
}


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request", "notification"), methods=(*_V1, *(method for method in _V2 if method not in _V1))),
    sources=(
        "docs/protocol/v1/session-setup, Checking Support; Resuming Sessions; Closing Active Sessions",
        "docs/protocol/v1/session-list, Checking Support",
        "docs/protocol/v1/session-delete, Checking Support",
        "docs/protocol/v2/initialization, Agent Capabilities",
        "docs/protocol/v2/session-delete, Checking Support",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A method whose capability is missing, null or malformed."""
    path = (_V1 if case.version == 1 else _V2).get(case.method or "")
    if path is None or case.sender is not Side.CLIENT or not agent_is_known(case):
        return
    if not agent_advertises(case, *path):
        yield Hit(f"{case.method} needs {dotted_capability(case, path)}, which the Agent did not advertise", "/method")
