"""An object has two members with the same name.

## Why it matters
JSON does not say which of them counts. Most readers take the last one, some the first, some refuse; two peers may
understand the same message differently.

## Instead
Write each member once. Where objects are put together from parts, let the writer refuse duplicates.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"id":2,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import OddityKind
from acp_inspect.wire.rpc import Malformed, Notification, Request, Response


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "notification", "response", "malformed"), odd=True),
    sources=("RFC 8259, section 4",),
    exact=True,
)
def check(case: Case) -> Iterator[Hit]:
    """Any object of the line. Once a line, also where it is a batch."""
    body = case.event.body
    if not isinstance(body, Request | Notification | Response | Malformed) or case.event.part not in (None, 0):
        return
    names = [oddity.detail for oddity in body.oddities if oddity.kind is OddityKind.DUPLICATE_MEMBER]
    if names:
        shown = ", ".join(found(name) for name in dict.fromkeys(names[:5]))
        yield Hit(f"an object has the member {shown} more than once; most readers take the last")
