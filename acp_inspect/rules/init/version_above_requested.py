"""The Agent answers with a later version than a Client of v2 asked for.

## Why it matters
What the Client asks for is the latest version it supports, so it cannot speak the one that it got.

## Instead
Answer with a version up to the one asked for, or with error -32022 if there is none.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":3,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{}}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import version_of
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.wire.rpc import Response, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("initialize",)),
    sources=("v2 schema, InitializeResponse, protocolVersion",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    over=("init/version-not-echoed",),
)
def check(case: Case) -> Iterator[Hit]:
    """A version above one that is at least 2; v1 does not exclude it."""
    body = case.event.body
    asked = case.before.offered
    answered = version_of(body.result) if isinstance(body, Response) and case.sender is Side.AGENT else None
    if asked is not None and answered is not None and answered > asked >= 2:
        yield Hit(f"asked for version {asked}, answered {answered}", "/result/protocolVersion")
