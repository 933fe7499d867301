"""The answer to `initialize` does not name the version as a whole number.

## Why it matters
The Client cannot tell which version to speak. A strict one fails here; a lenient one reads `"1"` as 1, and it works by
luck.

## Instead
Answer with `protocolVersion` as a number: the version that was asked for if the Agent supports it, otherwise its
latest.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"1","agentCapabilities":{}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import version_of
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Response, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("initialize",)),
    sources=("v1 and v2 Initialization, Version Negotiation", "v1 and v2 schema, InitializeResponse"),
    tck=("ACP-INIT-201",),
    over=("schema/response-result",),
)
def check(case: Case) -> Iterator[Hit]:
    """No such number in the result."""
    body = case.event.body
    if case.sender is not Side.AGENT or not isinstance(body, Response) or body.result is ABSENT:
        return
    if version_of(body.result) is None:
        value = at(body.result, "protocolVersion")
        what = "missing" if value is ABSENT else found(value)
        yield Hit(f"protocolVersion is {what} instead of a whole number up to 65535", "/result", effect="lost")
