"""A request is sent without an id, as a notification.

## Why it matters
The receiver passes over it, for it knows no such notification, and must not answer. Nothing happens, and nobody learns
of it.

## Instead
Send methods that the protocol defines as requests with an id.

```acp bad after v1-session
C! {"jsonrpc":"2.0","method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("notification",), odd=True),
    sources=("v1 and v2 schema, the methods of requests", "JSON-RPC 2.0, section 4.1"),
)
def check(case: Case) -> Iterable[Hit]:
    """A notification whose method is a request's, and only a request's, in this direction."""
    if case.step.definition is not None or case.sender is None or case.event.part is not None:
        return ()
    surface = case.after.surface
    incoming = surface.agent if case.sender is Side.CLIENT else surface.client
    method = case.method or ""
    if method not in incoming.requests or method in incoming.notifications:
        return ()
    return (Hit(f"{method} is a request and needs an id", effect="lost"),)
