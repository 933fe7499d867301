"""The Client sends no `clientCapabilities`.

## Why it matters
It is legal. Everything counts as unsupported: the Agent must not read or write files through the Client, use its
terminals, or ask for input.

## Instead
Send the object, with what the Client supports in it.

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("initialize",)),
    sources=("v1 Initialization, Client Capabilities",),
)
def check(case: Case) -> Iterator[Hit]:
    """No such member, or null in it."""
    sent = case.wire
    if case.sender is not Side.CLIENT or not isinstance(sent, dict):
        return
    if sent.get("clientCapabilities") is None and "capabilities" not in sent:
        yield Hit("clientCapabilities is not there; everything counts as unsupported", "/params")
