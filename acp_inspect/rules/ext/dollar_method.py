"""A method that begins with `$/` is used which the protocol does not have.

## Why it matters
Such methods belong to the protocol level. A peer is free to pass over a notification of one that it does not know, so
nobody may rely on it; a request it answers with -32601.

## Instead
`$/cancel_request` is the only one. Begin methods of your own with `_`.

```acp bad after v1-session
C! {"jsonrpc":"2.0","method":"$/progress","params":{"token":1}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("request", "notification"), odd=True),
    sources=("v1 and v2 schema, ProtocolLevel", "v2 Overview", "v2 Cancellation"),
)
def check(case: Case) -> Iterator[Hit]:
    """Any `$/` method but the one."""
    method = case.method
    if method is not None and method.startswith("$/") and method != "$/cancel_request":
        yield Hit(f"{found(method)} is no method of the protocol; a peer may pass over it", "/method")
