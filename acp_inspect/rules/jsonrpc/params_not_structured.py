"""`params` is no object.

## Why it matters
ACP names its parameters. A receiver has no use for a list of values or a bare one and refuses the message. `null` is
tolerated, though JSON-RPC would have the member left out.

## Instead
Send `params` as an object, or leave it out where a method needs none. Only methods of your own may take an array.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":["/work",[]]}
C! {"jsonrpc":"2.0","id":2,"method":"session/list","params":"all"}
A! {"jsonrpc":"2.0","method":"_example.com/ready","params":null}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list"}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
A  {"jsonrpc":"2.0","method":"_example.com/ready","params":[1,2]}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Notification, Request


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "notification"), odd=True),
    sources=("JSON-RPC 2.0, section 4.2", "v1 and v2 schema, params"),
    over=("schema/request-params", "schema/notification-params", "update/malformed-known", "session/method-ungated"),
)
def check(case: Case) -> Iterator[Hit]:
    """Params that are a bare value, or an array of a method that the protocol defines; null is worth knowing."""
    body = case.event.body
    if not isinstance(body, Request | Notification) or case.event.part is not None:
        return
    params = body.params
    if params is None:
        if case.decoded is None or not case.decoded.lost:
            yield Hit("params is null; JSON-RPC would have it left out", "/params", level=Level.INFO)
    elif isinstance(params, list):
        if case.step.definition is not None:
            yield Hit(f"{body.method} takes its parameters by name, not by position", "/params", effect="lost")
    elif params is not ABSENT and not isinstance(params, dict):
        yield Hit(f"params is {found(params)} instead of an object", "/params", effect="lost")
