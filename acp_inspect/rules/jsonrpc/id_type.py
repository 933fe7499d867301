"""A request's id is no string and no whole number of 64 bits.

## Why it matters
The answer has to carry the same id. Receivers cannot hold other values, or change them on the way: a fraction, a
boolean, a number with more than 64 bits. Beyond 2⁵³ some readers round.

## Instead
Count requests from 0 or 1, or use strings.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":true,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
C! {"jsonrpc":"2.0","id":1.5,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
C! {"jsonrpc":"2.0","id":9223372036854775808,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
C! {"jsonrpc":"2.0","id":9007199254740993,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":"7f1c","method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":"7f1c","result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.plain import EXACT
from acp_inspect.wire.rpc import Request


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request",), odd=True),
    sources=("JSON-RPC 2.0, section 4, id", "v1 and v2 schema, RequestId"),
)
def check(case: Case) -> Iterator[Hit]:
    """An id of another type, with a fraction, or too large. A whole number with a point in it is worth knowing."""
    body = case.event.body
    if not isinstance(body, Request) or case.event.part is not None:
        return
    id = body.message["id"]
    if id is None or isinstance(id, str):
        return
    if isinstance(id, bool | list | dict):
        yield Hit(f"the id is {found(id)}; it may be a string or a whole number", "/id")
    elif isinstance(id, float) and not isinstance(body.id.key, int):
        yield Hit(f"the id {body.id.text[:40]} is no whole number of 64 bits", "/id")
    elif not isinstance(body.id.key, int) or not -(2**63) <= body.id.key < 2**63:
        level = Level.WARNING if case.version == 1 else Level.ERROR
        yield Hit(f"the id {body.id.text[:40]} does not fit into 64 bits", "/id", level=level)
    elif isinstance(id, float):
        yield Hit(
            f"the id {body.id.text[:40]} is spelled as a fraction; some readers refuse it", "/id", level=Level.INFO
        )
    elif abs(id) > EXACT:
        yield Hit(f"the id {id} is beyond 2⁵³; some readers round it", "/id", level=Level.INFO)
