"""A session that the Agent deleted is still in its list.

## Why it matters
The user deleted it and sees it again. Whether it is gone, nobody can tell.

## Instead
Leave deleted sessions out of every list that is asked for after the answer to `session/delete`.

```acp bad after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/delete","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/list","params":{}}
A! {"jsonrpc":"2.0","id":3,"result":{"sessions":[{"sessionId":"s1","cwd":"/work"}]}}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/list","params":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/delete","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessions":[{"sessionId":"s1","cwd":"/work"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.sessions import standing_of, succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("session/list",)),
    sources=("docs/protocol/v1/session-delete, Semantics", "docs/protocol/v2/session-delete, Semantics"),
)
def check(case: Case) -> Iterator[Hit]:
    """A listed session that was deleted before the list was asked for, and not opened since."""
    sessions = at(case.wire, "sessions")
    if not succeeded(case) or not isinstance(sessions, list):
        return
    for place, session in enumerate(sessions):
        name = at(session, "sessionId")
        if not isinstance(name, str):
            continue
        standing = standing_of(case, name)
        if standing.opened < standing.deleted < (case.event.answers or 0):
            words = f"session {found(name)} was deleted (#{standing.deleted}) before this list was asked for"
            where = pointer("result", "sessions", place, "sessionId")
            yield Hit(words, where, related=(standing.deleted, case.event.answers or 0))
