"""A response has its request's id in another JSON type.

## Why it matters
`1` and `"1"` are different ids. The side that asked finds no request for the answer and goes on waiting.

## Instead
Keep the id of a request as it came, and send it back unchanged.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":"1","result":{"sessionId":"s1"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1.0,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.twins import twin
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import Response, RpcId


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",)),
    sources=("JSON-RPC 2.0, section 5, id",),
    tck=("ACP-JSONRPC-001",),
    over=("jsonrpc/response-unknown-id", "jsonrpc/response-duplicate"),
)
def check(case: Case) -> Iterable[Hit]:
    """A response to nobody, whose id would fit an open request if a number were a string or a string a number."""
    body = case.event.body
    orphan = case.event.outcome in (Outcome.ORPHAN, Outcome.DUPLICATE)
    if not orphan or case.sender is None or not isinstance(body, Response) or not isinstance(body.id, RpcId):
        return ()
    other = twin(body.id)
    open = () if other is None else case.before.exchanges.open.get((case.sender.peer, other), ())
    if not open:
        return ()
    text = f"the id {body.id.text} is {open[0].id.text} in the request (#{open[0].seq})"
    return (Hit(text, "/id", related=(open[0].seq,), effect="lost"),)
