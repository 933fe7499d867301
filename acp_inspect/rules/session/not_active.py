"""The Client sends something for a session that it has not made ready on this connection.

## Why it matters
A session that was only listed, or belongs to another connection, is not there for the Agent: it answers with an error.
Agents that open it by themselves do so without the folders and servers that the Client would have sent.

## Instead
Create the session, or load or resume it, wait for the answer, and then use it.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s9","modeId":"ask"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"Resource not found","data":{"sessionId":"s9"}}}
```

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s9","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"Resource not found","data":{"sessionId":"s9"}}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s9","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"modes":{"currentModeId":"code","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s9","modeId":"ask"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.session_listing import Listing
from acp_inspect.rules.sessions import Presence, presence
from acp_inspect.wire.rpc import Side

_V1: Final = {
    "session/set_mode": Level.ERROR,
    "session/set_config_option": Level.ERROR,
    # Newer text counts closing no longer among the requests that need an active session.
    "session/close": Level.WARNING,
}
_V2: Final = {
    "session/prompt": Level.ERROR,
    "session/cancel": Level.WARNING,
    "session/set_config_option": Level.WARNING,
    "tool_call/cancel": Level.WARNING,
    "terminal/cancel": Level.WARNING,
}


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request", "notification"), methods=(*_V1, *(method for method in _V2 if method not in _V1))),
    sources=(
        "docs/protocol/v1/session-setup, Session ID",
        "docs/protocol/v2/session-setup, Session ID",
        "docs/protocol/v2/prompt-lifecycle",
        "v2 schema, SessionNotFoundErrorData",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A session that was never opened here, or could not be. In v2 all but a prompt may name a listed one."""
    session, level = case.session, (_V1 if case.version == 1 else _V2).get(case.method or "")
    if case.sender is not Side.CLIENT or session is None or level is None or case.partial:
        return
    if presence(case, session) is not Presence.UNKNOWN:
        return
    if case.version == 2 and case.method != "session/prompt" and session in case.known(Listing).ids:
        return
    words = f"session {found(session)} was neither created nor opened on this connection"
    yield Hit(words, "/params/sessionId", level=level)
