"""A session list holds archived sessions that were not asked for, or others where only archived ones were.

## Why it matters
The user put a session away and sees it again, or looks for it in the archive and finds everything else.

## Instead
Without `archived`, or with `exclude`, list no archived session; with `only`, nothing else; with `include`, both.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"archive":{},"list":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/archive","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
C  {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
A! {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s1","cwd":"/work","archived":true}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/list","params":{"archived":"only"}}
A! {"jsonrpc":"2.0","id":3,"result":{"sessions":[{"sessionId":"s2","cwd":"/work","archived":false}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"archive":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"include"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work","archived":true}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, session_capability
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_archive import Archive
from acp_inspect.rules.sessions import asked, succeeded
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/list",)),
    sources=("v1 and v2 schema, SessionArchiveFilter, ArchiveSessionRequest",),
)
def check(case: Case) -> Iterator[Hit]:
    """Sessions whose flag, or whose archiving before the list was asked for, contradicts the filter."""
    sessions, wanted = at(case.wire, "sessions"), asked(case, "archived")
    if not succeeded(case) or not isinstance(sessions, list) or not agent_is_known(case):
        return
    if not agent_advertises(case, *session_capability(case, "archive")):
        return
    for place, session in enumerate(sessions):
        name = at(session, "sessionId")
        if not isinstance(name, str):
            continue
        where = pointer("result", "sessions", place)
        if wanted in (ABSENT, None, "exclude"):
            archived = _archived(case, name)
            if archived:
                words = f"session {found(name)} was archived (#{archived}) before this list was asked for"
                yield Hit(words, where, related=(archived, case.event.answers or 0))
            elif at(session, "archived") is True:
                words = f"session {found(name)} is archived, and archived sessions were not asked for"
                yield Hit(words, where, related=(case.event.answers or 0,))
        elif wanted == "only" and at(session, "archived") is False:
            words = f"session {found(name)} is not archived, and only archived sessions were asked for"
            yield Hit(words, where, related=(case.event.answers or 0,))


def _archived(case: Case, name: str) -> int:
    seq = case.known(Archive).ids.get(name, 0)
    return seq if seq < (case.event.answers or 0) else 0
