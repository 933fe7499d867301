"""A plan is a file whose `uri` is no URI.

## Why it matters
The Client cannot open it, and one that checks the form drops the whole update.

## Instead
Send the address with its scheme: `file:///work/plan.md` rather than `plan.md`.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"file","planId":"p","uri":"plan.md"}}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"file","planId":"p","uri":"file:///work/plan.md"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.formats import is_uri
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("plan_update",)),
    sources=("v1 and v2 unstable schema, PlanFile/uri", "RFD Plan Operations"),
    stable=False,
    over=("plan/malformed", "update/malformed-known"),
)
def check(case: Case) -> Iterator[Hit]:
    """A string without a scheme."""
    plan = at(case.wire, "update", "plan")
    uri = at(plan, "uri")
    if at(plan, "type") == "file" and isinstance(uri, str) and not is_uri(uri):
        yield Hit(f"the plan's uri {found(uri)} is no URI", "/params/update/plan/uri")
