"""The Client goes on in a session list with another filter than it began with.

## Why it matters
A cursor leads on in the list that it came from. With another filter the Agent may refuse it, skip sessions, or list
some twice.

## Instead
Send the same `archived` (in v2 also the same `cwd`) with every cursor of a list. For another filter, begin anew.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"archive":{},"list":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"only"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[],"nextCursor":"abc"}}
C! {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"abc"}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"archive":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"only","cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[],"nextCursor":"abc"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"archived":"only","cwd":"/work","cursor":"abc"}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_listing import Listing
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("request",), methods=("session/list",)),
    sources=("v1 and v2 schema, ListSessionsRequest, archived",),
)
def check(case: Case) -> Iterator[Hit]:
    """A known cursor with another filter than its page."""
    cursor = at(case.wire, "cursor")
    page = case.known(Listing).pages.get(cursor) if isinstance(cursor, str) else None
    if page is None or case.sender is not Side.CLIENT:
        return
    if _given(case, "archived") != page.archived:
        yield Hit("the list was begun with another value of archived", "/params", related=(page.request,))
    elif case.version == 2 and _given(case, "cwd") != page.cwd:
        yield Hit("the list was begun with another cwd", "/params", related=(page.request,))


def _given(case: Case, name: str) -> Json:
    value = at(case.wire, name)
    return None if value is ABSENT else value
