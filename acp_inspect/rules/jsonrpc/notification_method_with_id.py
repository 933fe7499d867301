"""A notification is sent with an id, as a request.

## Why it matters
The receiver knows no such request: it answers with an error and does not do what the notification asks for. A
`session/cancel` sent like that cancels nothing.

## Instead
Leave `id` out, and expect no answer.

```acp bad after v1-prompt
C! {"jsonrpc":"2.0","id":3,"method":"session/cancel","params":{"sessionId":"s1"}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
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
    on=On(kinds=("request",), odd=True),
    sources=("v1 and v2 schema, the methods of notifications", "v1 Prompt Turn, Cancellation"),
)
def check(case: Case) -> Iterable[Hit]:
    """A request whose method is a notification's, and only a notification's, in this direction."""
    if case.step.definition is not None or case.sender is None or case.event.part is not None:
        return ()
    surface = case.after.surface
    incoming = surface.agent if case.sender is Side.CLIENT else surface.client
    method = case.method or ""
    if method not in incoming.notifications or method in incoming.requests:
        return ()
    return (Hit(f"{method} is a notification and has no id", "/id", effect="lost"),)
