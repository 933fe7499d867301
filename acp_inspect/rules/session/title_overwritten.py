"""The Agent replaces a title that the Client set.

## Why it matters
The user gave the session a name and finds another one, often made from the first prompt.

## Instead
After `session/set_title`, leave the title as it is until it is set again.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"title":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_title","params":{"sessionId":"s1","title":"Mine"}}
A  {"jsonrpc":"2.0","id":2,"result":{"title":"Mine"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","title":"Greeting"}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"title":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_title","params":{"sessionId":"s1","title":"Mine"}}
A  {"jsonrpc":"2.0","id":2,"result":{"title":"Mine"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","title":"Mine"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_titles import Titles
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("notification",), updates=("session_info_update",)),
    sources=("v1 and v2 schema, SetSessionTitleRequest",),
)
def check(case: Case) -> Iterator[Hit]:
    """Another title than was stored, once for each title that was set."""
    title, session = at(case.held, "update", "title"), case.session
    if session is None or not isinstance(title, str):
        return
    stored = case.known(Titles).stored.get(session)
    if stored is not None and stored.title != title:
        words = f"the Client set the title {found(stored.title)}; the Agent replaces it by {found(title)}"
        yield Hit(words, "/params/update/title", related=(stored.seq,))
