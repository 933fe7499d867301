"""The Client answers a question in a mode that it did not advertise, otherwise than by refusing it.

## Why it matters
The Agent takes the answer for the user's, or the error for a fault that may pass. From -32602 it learns that it must not
ask so.

## Instead
Answer error -32602. A Client that knows no elicitation at all answers -32601, as to every unknown method.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{"elicitation":{"form":{}}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C! {"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.entities import REQUEST_CANCELLED
from acp_inspect.rules.answers import INVALID_PARAMS, METHOD_NOT_FOUND, error_code, succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE, MODES, is_offered
from acp_inspect.wire.rpc import Side

_RIGHT: Final = frozenset({INVALID_PARAMS, REQUEST_CANCELLED})


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("response",), methods=(CREATE,)),
    sources=(
        "v1 Elicitation, URL completion (last sentence)",
        "v2 Elicitation, Responses (last paragraph)",
        "RFD Elicitation, Error Handling (Clients MUST)",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A result, or another error. Without any elicitation capability the method is simply unknown."""
    ask = case.step.ask
    if case.sender is not Side.CLIENT or ask is None:
        return
    mode = ask.text("mode")
    if mode not in MODES or is_offered(case, mode) is not False:
        return
    code = error_code(case)
    if succeeded(case):
        yield Hit(f"answered, although mode {mode} was not advertised", "/result", related=(ask.seq,))
    elif code is not None and code not in _RIGHT:
        level = Level.WARNING if case.version == 2 else None
        if code == METHOD_NOT_FOUND and not isinstance(at(case.before.client.capabilities, "elicitation"), dict):
            level = Level.INFO
        message = f"refused with {code} instead of {INVALID_PARAMS}, the answer to a mode that was not advertised"
        yield Hit(message, "/error/code", related=(ask.seq,), level=level)
