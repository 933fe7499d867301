"""A method is sent by the side that handles it.

## Why it matters
Each method goes one way. The receiver does not know it and answers -32601, or passes over it.

## Instead
The Client sends what the schema marks for the Agent, the Agent what it marks for the Client. Only `$/cancel_request`
goes both ways.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a"}}
A! {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
```

```acp good after v1-all-prompt
A  {"jsonrpc":"2.0","id":2,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a"}}
C  {"jsonrpc":"2.0","id":2,"result":{"content":""}}
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
    on=On(kinds=("request", "notification"), odd=True),
    sources=("v1 and v2 schema, the sides of methods",),
)
def check(case: Case) -> Iterable[Hit]:
    """A method that this version has for the other direction only."""
    if case.step.definition is not None or case.sender is None or case.event.part is not None:
        return ()
    surface = case.after.surface
    mine, others = (surface.agent, surface.client) if case.sender is Side.CLIENT else (surface.client, surface.agent)
    method = case.method or ""
    if method in mine.requests or method in mine.notifications:
        return ()
    if method not in others.requests and method not in others.notifications:
        return ()
    return (Hit(f"{method} goes from the {case.sender.peer} to the {case.sender} only", "/method", effect="lost"),)
