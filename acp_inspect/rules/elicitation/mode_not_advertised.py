"""The Agent asks the user in a way that the Client did not say it can.

## Why it matters
The Client refuses, and the Agent waits for an answer that never comes from the user. Unlike in MCP, `elicitation: {}`
advertises nothing.

## Instead
Use mode `form` or `url` only if the Client's capabilities have an object of that name in `elicitation`. Other modes
cannot be advertised; a mode of your own begins with `_` and needs an agreement of the two sides.

```acp bad after v1-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example"}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE, MODES, is_offered, lacks
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 Elicitation, Checking support (MUST NOT)", "RFD Elicitation, modes"),
    tck=("ACP-CLIENTCAP-003", "ACP-CLIENTCAP-201"),
    over=("ext/open-value",),
)
def check(case: Case) -> Iterator[Hit]:
    """A mode without its capability. In v2, a draft, unknown ones weigh less."""
    mode = at(case.wire, "mode")
    if case.sender is not Side.AGENT or not isinstance(mode, str) or is_offered(case, mode) is not False:
        return
    if mode in MODES:
        yield Hit(f"mode {found(mode)}, but {lacks(case, mode)}", "/params/mode")
        return
    message = f"mode {found(mode)} is none of ACP's, so the Client cannot have advertised it"
    own = mode.startswith("_")
    levels = (Level.WARNING, Level.INFO) if case.version == 2 else (Level.ERROR, Level.WARNING)
    yield Hit(message, "/params/mode", level=levels[own])
