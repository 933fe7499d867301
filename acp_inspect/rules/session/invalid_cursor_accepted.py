"""The Agent answers a session list for a cursor that it never gave.

## Why it matters
The Client believes that it reads on in the list, and gets some page or other. An error tells it to begin anew.

## Instead
Answer error -32602 for a cursor that is not yours.

```acp bad after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"cursor":"page=2"}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[],"nextCursor":"abc"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"abc"}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.session_listing import Listing
from acp_inspect.rules.sessions import asked, succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    pedantic=True,
    on=On(kinds=("response",), methods=("session/list",)),
    sources=("docs/protocol/v1/session-list, Pagination",),
)
def check(case: Case) -> Iterator[Hit]:
    """A result for a cursor that is no `nextCursor` of this connection: it may still be good to the Agent."""
    cursor = asked(case, "cursor")
    if not case.partial and succeeded(case) and isinstance(cursor, str) and cursor not in case.known(Listing).pages:
        words = f"the cursor {found(cursor)} was accepted, but never given on this connection"
        yield Hit(words, "/result", related=(case.event.answers or 0,))
