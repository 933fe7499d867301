"""The Client's answer to a permission request cannot be read.

## Why it matters
The Agent's call fails, so what the user allowed is not done. Often one level is missing: the answer is an object
`outcome` that has a member `outcome`.

## Instead
Answer `{"outcome":{"outcome":"selected","optionId":"…"}}` or `{"outcome":{"outcome":"cancelled"}}`.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C! {"jsonrpc":"2.0","id":7,"result":{"outcome":"selected","optionId":"y"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, faults, words
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("response",), methods=("session/request_permission",), faulty=True),
    sources=(
        "v1 docs, Tool Calls, Requesting Permission",
        "v1 schema, RequestPermissionOutcome",
        "v2 docs, Tool Calls, Requesting Permission",
        "v2 schema, RequestPermissionResponse",
    ),
    over=("schema/response-result", "ext/custom-root-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault that loses the answer."""
    if case.wire is ABSENT or case.sender is not Side.CLIENT:
        return
    flat = isinstance(at(case.wire, "outcome"), str) or isinstance(at(case.wire, "optionId"), str)
    hint = " (outcome and optionId belong into an object named outcome)" if flat else ""
    for problem in faults(case, Effect.LOST):
        place = body(case) + problem.pointer
        text = f"{words(problem, place)}{hint}; the Agent cannot read the answer"
        # A member in the wrong place is a part of this, not a fault of its own.
        yield Hit(text, body(case) if flat else place, effect=problem.effect.value)
