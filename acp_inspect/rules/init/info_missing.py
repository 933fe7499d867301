"""One side does not say in `initialize` who it is.

## Why it matters
Name and version are what logs, bug reports and workarounds go by. v2 requires them: without them the message is
refused. v1 says that both sides should give them.

## Instead
Send `clientInfo` and `agentInfo` (v1) or `info` (v2) with `name` and `version`, both strings.

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.connection import version_of
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Request, Response, Side


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "response"), methods=("initialize",)),
    sources=(
        "v1 and v2 Initialization, Implementation Information",
        "v2 schema, InitializeRequest and InitializeResponse",
    ),
    tck=("ACP-INIT-203",),
    over=("schema/request-params", "schema/response-result", "schema/salvaged-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """v2: at once, for it is required. v1: once both have spoken, for where neither says who it is, both may be older
    than the member, and that is only worth knowing."""
    body = case.event.body
    asked = case.before.offered if case.kind == "response" else case.after.offered
    if isinstance(body, Request) and case.sender is Side.CLIENT:
        if asked == 2 and not _named(at(body.params, "info")):
            yield Hit(_TEXT.format("info"), "/params/info", level=Level.ERROR, effect="lost")
        return
    if not isinstance(body, Response) or case.sender is not Side.AGENT or case.step.ask is None:
        return
    answered = version_of(body.result)
    if answered == 2 and not _named(at(body.result, "info")):
        yield Hit(_TEXT.format("info"), "/result/info", level=Level.ERROR, effect="lost")
    if answered is None or answered > 1:
        return
    client = asked == 1 and _named(at(case.step.ask.params, "clientInfo"))
    agent = _named(at(body.result, "agentInfo"))
    level = Level.WARNING if client or agent else Level.INFO
    if asked == 1 and not client:
        yield Hit(
            _TEXT.format("clientInfo"), "/params/clientInfo", seq=case.step.ask.seq, side=Side.CLIENT, level=level
        )
    if not agent:
        yield Hit(_TEXT.format("agentInfo"), "/result/agentInfo", level=level)


_TEXT: Final = "{} with a name and a version is missing"


def _named(info: Json) -> bool:
    return isinstance(at(info, "name"), str) and isinstance(at(info, "version"), str)
