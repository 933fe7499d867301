"""The Agent has reported its background work before, and now leaves the list out.

## Why it matters
A report without the list says that the Agent does not tell, not that nothing runs. The Client loses sight of work that
it showed, and of what it could stop.

## Instead
Once a session's reports have `background`, put it into each later one, with `[]` when nothing runs.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running","background":[]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running","background":[]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn","background":[]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.state_runs import STANDARD, Runs
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 schema, RunningStateUpdate/background",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """No list, or null, in a known state after a report with one; counted anew from each resume."""
    run = case.known(Runs).sessions.get(case.session or "")
    if (
        run is None
        or not run.reported
        or at(case.held, "update", "state") not in STANDARD
        or case.sender is not Side.AGENT
    ):
        return
    told = at(case.wire, "update", "background")
    if told is ABSENT or told is None:
        text = f"background is left out; #{run.reported} had it"
        yield Hit(text, pointer("params", "update"), related=(run.reported,))
