"""The Agent answers with another version than the Client asked for.

## Why it matters
It is right if the Agent does not support the version, and wrong if it does, which one connection cannot show. From
here on the answered version is spoken.

## Instead
Nothing, where the version is not supported. Otherwise answer with the one that was asked for.

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
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("initialize",)),
    sources=("v1 and v2 Initialization, Version Negotiation",),
    tck=("ACP-INIT-201",),
)
def check(case: Case) -> Iterator[Hit]:
    """Another version."""
    body = case.event.body
    asked = case.before.offered
    answered = version_of(body.result) if isinstance(body, Response) and case.sender is Side.AGENT else None
    if asked is not None and answered is not None and answered != asked:
        yield Hit(f"asked for version {asked}, answered {answered}", "/result/protocolVersion")
