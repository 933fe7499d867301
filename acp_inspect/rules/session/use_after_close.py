"""The Client uses a session that it closed or deleted.

## Why it matters
The Agent has freed the session. A prompt for it is an error at best; at worst the Agent opens the session again without
the folders and servers that belong to it.

## Instead
Load or resume a closed session before it is used again.

```acp bad after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C! {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":3,"error":{"code":-32002,"message":"Resource not found","data":{"sessionId":"s1"}}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.sessions import Presence, presence, standing_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(
        kinds=("request", "notification"),
        methods=(
            "session/prompt",
            "session/cancel",
            "session/set_mode",
            "session/set_config_option",
            "tool_call/cancel",
            "terminal/cancel",
        ),
    ),
    sources=(
        "docs/protocol/v1/session-setup, Closing Active Sessions",
        "docs/protocol/v2/session-setup, Closing Active Sessions",
        "v2 schema, CloseSessionRequest",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A session whose closing was answered before. Whether a deleted session lives on, Agents may decide: a warning."""
    session = case.session
    if case.sender is not Side.CLIENT or session is None:
        return
    now = presence(case, session)
    standing = standing_of(case, session)
    if now is Presence.CLOSED:
        words = f"session {found(session)} was closed (#{standing.closed}) and not opened again"
        yield Hit(words, "/params/sessionId", related=(standing.closed,))
    elif now is Presence.DELETED:
        words = f"session {found(session)} was deleted (#{standing.deleted})"
        yield Hit(words, "/params/sessionId", related=(standing.deleted,), level=Level.WARNING)
