"""The Client opens a session again with another working directory than the session has.

## Why it matters
A session belongs to its working directory. With another one its history speaks of files that are not there, the
additional directories may not count, and the Agent may refuse.

## Instead
Send the `cwd` that the session was created with, as `session/list` tells it.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C! {"jsonrpc":"2.0","id":3,"method":"session/resume","params":{"sessionId":"s1","cwd":"/other"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work"}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/load","params":{"sessionId":"s1","cwd":"/work/","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.paths import may_be_same_path, same_path
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("request",), methods=("session/load", "session/resume")),
    sources=(
        "v1 schema, LoadSessionRequest, additionalDirectories",
        "v2 schema, ResumeSessionRequest, cwd",
        "RFD Additional Directories",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """Another `cwd` than the last setup or list of the session told; links to the same place cannot be seen."""
    cwd, session = at(case.wire, "cwd"), case.session
    if case.sender is not Side.CLIENT or session is None or not isinstance(cwd, str):
        return
    known = _known_cwd(case, session)
    if isinstance(known, str) and not same_path(cwd, known) and not may_be_same_path(cwd, known):
        yield Hit(f"cwd is {found(cwd)}, but the session's is {found(known)}", "/params/cwd")


def _known_cwd(case: Case, session: str) -> Json:
    held = case.before.held
    known = held.sessions.get(session)
    if known is not None and known.cwd is not None:
        return known.cwd
    return at(held.listed.get(session), "cwd")
