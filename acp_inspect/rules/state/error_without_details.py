"""The Agent reports that the work ended with an error, but not with which.

## Why it matters
The user sees that something failed and has nothing to go by.

## Instead
With stop reason `error`, send the object `error` with a `code` and a `message`.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"error"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"error","error":{"code":-32603,"message":"The model is not available"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 schema, ErrorStopReason",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    over=("update/salvaged-known",),
)
def check(case: Case) -> Iterator[Hit]:
    """Stop reason error with no error object that the Client can read."""
    update = at(case.held, "update")
    if at(update, "state") != "idle" or at(update, "stopReason") != "error" or case.sender is not Side.AGENT:
        return
    if not isinstance(at(update, "error"), dict):
        told = at(case.wire, "update", "error")
        where = pointer("params", "update", "error")
        yield Hit(
            "there is no error object" if told is ABSENT else f"error is {found(told)}, which says nothing", where
        )
