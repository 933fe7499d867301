"""The Client asks for a page of the session list with a cursor that the Agent never gave.

## Why it matters
A cursor means something to the Agent alone, and only now. One that the Client made up, changed or kept from an earlier
connection may be refused, or lead to the wrong page.

## Instead
Send the `nextCursor` of the page before, unchanged, on the same connection. Begin without a cursor.

```acp bad after v1-all-open
C! {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"cursor":"page=2"}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid cursor"}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work"}],"nextCursor":"abc"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/list","params":{"cursor":"abc"}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessions":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.session_listing import Listing
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=("session/list",)),
    sources=("docs/protocol/v1/session-list, Pagination", "docs/protocol/v2/session-list, Pagination"),
)
def check(case: Case) -> Iterator[Hit]:
    """A cursor that is no `nextCursor` of this connection. v2's draft says less of it: a warning."""
    cursor = at(case.wire, "cursor")
    if case.sender is not Side.CLIENT or not isinstance(cursor, str) or case.partial:
        return
    if cursor not in case.known(Listing).pages:
        words = f"the Agent gave no nextCursor {found(cursor)} on this connection"
        yield Hit(words, "/params/cursor", level=Level.ERROR if case.version == 1 else Level.WARNING)
