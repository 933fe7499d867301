"""A question to the user belongs neither to a session nor to a request, or to both.

## Why it matters
The Client does not know where to show it. v2's decoders reject it; v1's take the session if there are both, and reject
it if there is neither.

## Instead
Name the session by `sessionId`, or, outside of sessions, the Client's open request by `requestId`; never both.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","requestId":1,"mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,), faulty=True),
    sources=(
        "v1 and v2 Elicitation, Creating an elicitation",
        "v1 and v2 schema, ElicitationSessionScope and ElicitationRequestScope",
    ),
    over=("elicitation/request-malformed", "schema/request-params", "ext/custom-root-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """Both members or none, as decoders count them: v1 does not mind a null beside the other."""
    params = case.wire
    if case.sender is not Side.AGENT or not isinstance(params, dict) or not isinstance(params.get("mode"), str):
        return
    given = [name for name in ("sessionId", "requestId") if name in params]
    if not given:
        yield Hit(
            "neither sessionId nor requestId; the receiver rejects the request", "/params/sessionId", effect="lost"
        )
    elif len(given) > 1 and case.version == 2:
        yield Hit("sessionId and requestId; the receiver rejects the request", "/params/requestId", effect="lost")
    elif len(given) > 1 and params["requestId"] is not None:
        message = "sessionId and requestId; the receiver takes the session"
        yield Hit(message, "/params/requestId", level=Level.WARNING, effect="kept")
