"""A request's id is a string that reads like a number in flight, or the number that reads like such a string.

## Why it matters
`2` and `"2"` are different ids, so it is legal. Peers and tools that keep requests by the text of their ids mix them
up.

## Instead
Stay with numbers or with strings.

```acp bad after v1-prompt
C! {"jsonrpc":"2.0","id":"2","method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","id":"three","method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.twins import twin
from acp_inspect.wire.rpc import Request


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("request",)),
    sources=("JSON-RPC 2.0, section 4, id",),
)
def check(case: Case) -> Iterable[Hit]:
    """A request whose id has such a twin in flight from the same side."""
    body = case.event.body
    if case.sender is None or not isinstance(body, Request) or case.event.part is not None:
        return ()
    other = twin(body.id)
    open = () if other is None else case.before.exchanges.open.get((case.sender, other), ())
    if not open:
        return ()
    text = f"id {body.id.text} beside id {open[0].id.text} (#{open[0].seq}), which is in flight"
    return (Hit(text, "/id", related=(open[0].seq,)),)
