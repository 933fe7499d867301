"""The Agent archives sessions, but does not say of a listed one whether it is archived.

## Why it matters
Where the member is missing, the Client cannot tell whether a session is in the archive, and offers the wrong action.

## Instead
With the capability `archive`, give every session of `session/list` the member `archived`, true or false.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"archive":{},"list":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work"}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"archive":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work","archived":false}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, session_capability
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/list",)),
    sources=("v1 and v2 schema, SessionInfo, archived",),
    over=("schema/salvaged-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """The first session of a page without a boolean, although the Agent advertised the archive."""
    sessions = at(case.wire, "sessions")
    if not succeeded(case) or not isinstance(sessions, list) or not agent_is_known(case):
        return
    if not agent_advertises(case, *session_capability(case, "archive")):
        return
    for place, session in enumerate(sessions):
        if isinstance(session, dict) and not isinstance(session.get("archived"), bool):
            words = "the Agent advertised the archive, and does not say of a session whether it is archived"
            yield Hit(words, pointer("result", "sessions", place, "archived"))
            return
