"""A usage update cannot be right as it stands.

## Why it matters
It is legal, but the user sees a context that is fuller than full, or costs that shrink. A context may run over by
little before it is compacted.

## Instead
`used` and `size` are tokens of the context now; `cost` is what the session has cost so far, so it only grows.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":300,"size":200}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":100,"size":200,"cost":{"amount":2,"currency":"USD"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":100,"size":200,"cost":{"amount":1,"currency":"USD"}}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":150,"size":200,"cost":{"amount":1,"currency":"USD"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":100,"size":200,"cost":{"amount":2,"currency":"USD"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("usage_update",)),
    sources=("RFD Session Usage", "v1 and v2 schema, UsageUpdate (cost is cumulative)"),
)
def check(case: Case) -> Iterator[Hit]:
    """More used than there is, no size at all, or a cost lower than before in the same currency."""
    update = at(case.held, "update")
    if not isinstance(update, dict):
        return
    used, size = update["used"], update["size"]
    if size == 0:
        yield Hit("the context has the size 0", "/params/update/size")
    elif used > size:
        yield Hit(f"{used} of {size} tokens are used", "/params/update/used")
    session: Any = case.before.held.sessions.get(case.session or "")
    if session is None or session.usage is None or session.window is not None:
        return
    now, before = _cost(update.get("cost")), _cost(session.usage.cost)
    if now is not None and before is not None and now[1] == before[1] and now[0] < before[0]:
        yield Hit(f"the cost of the session falls from {before[0]} to {now[0]}", "/params/update/cost/amount")


def _cost(cost: Json) -> tuple[Any, Json] | None:
    return (cost["amount"], cost["currency"]) if isinstance(cost, dict) else None
