"""A plan has entries that the Client cannot read, and drops.

## Why it matters
The user sees a shorter plan than the Agent has, and nobody is told. A list of entries that is none leaves an empty
plan.

## Instead
Each entry has a `content`, a `priority` and a `status`, all strings. In v1 the priority is `high`, `medium` or `low`
and the status `pending`, `in_progress` or `completed`: leave entries that were given up out, or complete them.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[{"content":"a","priority":"high","status":"cancelled"}]}}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p","entries":[{"content":"a","status":"pending"}]}}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[{"content":"a","priority":"high","status":"pending"}]}}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted, hit, reaches
from acp_inspect.wire.rpc import Side

_LIST: Final = re.compile(r"/update/(?:plan/)?entries")
_ENTRY: Final = re.compile(r"/update/(?:plan/)?entries/\d+")


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("plan", "plan_update"), faulty=True),
    sources=("v1 and v2 Agent Plan, Plan Entries", "v1 and v2 schema, PlanEntry"),
    over=("update/items-dropped", "update/salvaged-known", "schema/null-for-default"),
)
def check(case: Case) -> Iterator[Hit]:
    """An entry that is dropped, or entries that count as none."""
    for reach, problems in reaches(case, Effect.DROPPED):
        if _ENTRY.fullmatch(reach):
            yield hit(case, problems[0], f"drops {dotted(body(case) + reach)} and keeps the rest")
    for effect in (Effect.SALVAGED, Effect.DEFAULTED):
        for reach, problems in reaches(case, effect):
            if _LIST.fullmatch(reach):
                yield hit(case, problems[0], "shows an empty plan")
