"""A question to the user lacks something, or has it in a form that no Client accepts.

## Why it matters
The Client answers error -32602 and the user is never asked. Requests of MCP servers that are passed on as they came often
lack `mode`, which has no default in ACP.

## Instead
Send `mode` and `message`, with mode `form` a `requestedSchema`, with mode `url` an `elicitationId` and a `url`. Give every
property of a form its `type` and what goes with it, as `items` with `array`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Colours?","requestedSchema":{"type":"object","properties":{"colours":{"type":"array"}}}}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Colours?","requestedSchema":{"type":"object","properties":{"colours":{"type":"array","items":{"type":"string","enum":["red","blue"]}}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"colours":["red"]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect, Problem, ProblemKind
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,), faulty=True),
    sources=(
        "v1 and v2 Elicitation, Creating an elicitation",
        "v1 and v2 schema, CreateElicitationRequest and ElicitationPropertySchema",
        "RFD Elicitation (unknown formats MUST NOT be rejected)",
    ),
    over=("schema/request-params",),
)
def check(case: Case) -> Iterator[Hit]:
    """Faults that lose the request. v1's decoders reject formats that they do not know, which they must not."""
    if case.sender is not Side.AGENT:
        return
    for problem in faults(case, Effect.LOST):
        found = hit(case, problem, "rejects the request (-32602)")
        if problem.pointer == "/mode" and problem.kind is ProblemKind.MISSING:
            found = found._replace(message=f"{found.message}; ACP has no default mode")
        yield found._replace(level=Level.WARNING) if _is_format(problem) else found


def _is_format(problem: Problem) -> bool:
    return problem.kind is ProblemKind.UNKNOWN_VALUE and problem.pointer.endswith("/format")
