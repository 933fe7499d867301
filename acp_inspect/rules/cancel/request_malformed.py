"""A `$/cancel_request` does not say which request it cancels.

## Why it matters
The receiver drops it, and nobody is told: the request goes on.

## Instead
Put the id of the request into `requestId`, with the JSON type it had. (`id` is what other protocols call it.)

```acp bad after v2-turn
C! {"jsonrpc":"2.0","method":"$/cancel_request","params":{"id":2}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, faults, words
from acp_inspect.wire.rpc import ABSENT

_MISTAKEN: Final = ("id", "request_id", "requestID")


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("notification",), methods=("$/cancel_request",), faulty=True),
    sources=("v1 schema, CancelRequestNotification", "v2 schema, CancelRequestNotification"),
    over=("schema/notification-params", "ext/custom-root-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """No requestId, or one that is no id."""
    for problem in faults(case, Effect.LOST):
        where = body(case) + problem.pointer
        meant = next((name for name in _MISTAKEN if at(case.wire, name) is not ABSENT), None)
        hint = "" if meant is None else f" (is {pointer('params', meant)} meant?)"
        yield Hit(f"{words(problem, where)}{hint}; the receiver ignores it", where, effect=problem.effect.value)
