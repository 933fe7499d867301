"""A request has the id of an earlier one that was answered.

## Why it matters
It is legal. But a second answer to the earlier request, or a late one in somebody's log, would now be taken for the
answer to this one. Each id is reported once.

## Instead
Count up.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":0,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":0,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":0,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.jsonrpc_said import Reused
from acp_inspect.wire.rpc import Request


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("request",)),
    sources=("v2 schema, RequestId", "JSON-RPC 2.0, section 4"),
)
def check(case: Case) -> Iterable[Hit]:
    """The first time that an answered id comes again from the same side."""
    body = case.event.body
    if case.sender is None or not isinstance(body, Request) or case.event.part is not None:
        return ()
    key = (case.sender, body.id.key)
    earlier = case.before.exchanges.answered.get(key)
    if earlier is None or key in case.known(Reused).ids or key in case.before.exchanges.open:
        return ()
    return (Hit(f"id {body.id.text} was that of #{earlier}, which is answered", "/id", related=(earlier,)),)
