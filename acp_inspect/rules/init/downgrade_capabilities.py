"""A Client that asked for v2, with v2's members, is answered v1: it has advertised nothing by v1's names.

## Why it matters
It is legal. But on this connection the Client has no `clientCapabilities`, so the Agent must not send notices or
compaction updates, nor use files or terminals, although the same Client might take some of it in v2.

## Instead
A Client that serves both versions may send `clientCapabilities` and `clientInfo` besides `capabilities` and `info`.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import version_of
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Response, Side


@rule(
    level=Level.INFO,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("initialize",)),
    sources=("v1 Initialization, Version Negotiation", "RFD Boolean Config Option"),
)
def check(case: Case) -> Iterator[Hit]:
    """Version 1 for a request of v2 that has only v2's capabilities."""
    body = case.event.body
    asked = case.before.offered
    ask = case.step.ask
    if asked is None or asked < 2 or ask is None or not isinstance(body, Response) or version_of(body.result) != 1:
        return
    if "capabilities" in ask.params and "clientCapabilities" not in ask.params:
        yield Hit(f"version {asked} was asked for with v2's capabilities only; by v1 nothing is advertised")
