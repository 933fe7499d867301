"""A plan update lacks what its kind requires, or has it in a form that no Client accepts.

## Why it matters
The Client drops the update, and nobody is told: the plan stays as it was.

## Instead
`plan_update` has `plan`, an object with a `type`, a `planId` and the members of that type: `entries` of items, `uri` of
a file, `content` of Markdown. `plan_removed` has `planId`. Older texts called it `id`.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","entries":[]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","id":"p"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p","entries":[]}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","planId":"p"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect, Problem
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("plan", "plan_update", "plan_removed"), faulty=True),
    sources=(
        "v1 and v2 Agent Plan (MUST carry a planId)",
        "v1 and v2 schema, PlanUpdate, PlanUpdateContent, PlanRemoved",
    ),
    over=("update/malformed-known",),
    tck=("ACP-PATCH-205",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault that loses the update."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer.startswith("/update/") and problem.pointer != "/update/sessionUpdate":
            yield hit(case, problem, f"drops the {case.update}, and nobody is told{_hint(case, problem)}")


def _hint(case: Case, problem: Problem) -> str:
    """Which other name was perhaps meant."""
    update = at(case.wire, "update")
    around = at(update, "plan") if problem.pointer.startswith("/update/plan/") else update
    if problem.pointer.endswith("/planId") and at(around, "id") is not ABSENT:
        return " (`id` is called planId)"
    if problem.pointer == "/update/plan" and at(update, "entries") is not ABSENT:
        return " (in v1 entries stand in the update `plan`, here in `plan.entries`)"
    return ""
