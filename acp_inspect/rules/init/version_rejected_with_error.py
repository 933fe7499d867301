"""The Agent refuses `initialize` because of the version, instead of answering with one that it supports.

## Why it matters
The Client learns nothing that it could go by. With the Agent's latest version it could switch to that, or tell the user
which one is missing.

## Instead
Answer with the latest version that the Agent supports. v2 has an error of its own, -32022, for when none is up to the
one asked for.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":9}}
A! {"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"unsupported version 9"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"error":{"code":-32603,"message":"cannot read the configuration"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Response, Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("initialize",), odd=True),
    sources=("v1 and v2 Initialization, Version Negotiation",),
    tck=("ACP-INIT-003", "ACP-INIT-202"),
)
def check(case: Case) -> Iterator[Hit]:
    """An error that speaks of the version, although a version was asked for."""
    body = case.event.body
    asked = case.before.offered
    if case.sender is not Side.AGENT or not isinstance(body, Response) or not isinstance(body.error, dict):
        return
    code, text = body.error.get("code"), body.error.get("message")
    if asked is None or code == _UNSUPPORTED or case.before.version is not None:
        return
    if isinstance(text, str) and "version" in text.lower():
        yield Hit(f"initialize failed with error {found(code)}: {found(text)}", "/error")


_UNSUPPORTED: Final = -32022
