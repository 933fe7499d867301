"""The Agent removes a plan that does not exist.

## Why it matters
Nothing happens. The plan that was meant stays, perhaps under an id that was misspelled.

## Instead
Name in `plan_removed` a plan that a `plan_update` has set and that was not removed since.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","planId":"p9"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p1","entries":[]}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","planId":"p1"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("plan_removed",)),
    sources=("v1 draft Agent Plan, Removing Plans", "RFD Plan Operations", "v2 unstable schema, PlanRemoved"),
    stable=False,
)
def check(case: Case) -> Iterator[Hit]:
    """An id that is not among the session's plans. After a resume the plan may be older than the recording."""
    name = at(case.held, "update", "planId")
    session: Any = case.before.held.sessions.get(case.session or "")
    if not isinstance(name, str) or session is None or case.partial or session.origin not in ("new", "fork", "load"):
        return
    if name not in session.plans and session.window is None:
        level = Level.INFO if case.version == 2 else None
        yield Hit(f"there is no plan {found(name)} to remove", "/params/update/planId", level=level)
