"""A session list names the same session twice.

## Why it matters
The id is what tells sessions apart. A Client that keeps a list by id shows one of the two, one that does not shows the
session twice, and the two may differ.

## Instead
List each session once.

```acp bad after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work"},{"sessionId":"s1","cwd":"/work"}]}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work"},{"sessionId":"s2","cwd":"/work"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.session_listing import Listing
from acp_inspect.rules.sessions import asked, succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("session/list",)),
    sources=("v1 and v2 schema, SessionInfo, sessionId", "docs/protocol/v2/session-list, SessionInfo"),
)
def check(case: Case) -> Iterator[Hit]:
    """An id twice on a page; on an earlier page of the chain it is a note only, for lists move while they are read."""
    sessions = at(case.wire, "sessions")
    if not succeeded(case) or not isinstance(sessions, list):
        return
    cursor = asked(case, "cursor")
    page = case.known(Listing).pages.get(cursor) if isinstance(cursor, str) else None
    seen: set[str] = set()
    for place, session in enumerate(sessions):
        name = at(session, "sessionId")
        if not isinstance(name, str):
            continue
        where = pointer("result", "sessions", place, "sessionId")
        if name in seen:
            yield Hit(f"session {found(name)} is listed a second time", where)
        elif page is not None and name in page.ids:
            words = f"session {found(name)} was on an earlier page of the same list"
            yield Hit(words, where, related=(page.ids[name],), level=Level.INFO)
        seen.add(name)
