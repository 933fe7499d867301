"""The Agent ends cancelled work, and leaves tool calls of it without a final status.

## Why it matters
Clients show such calls as cancelled by themselves, so it does no harm. What the calls really did, the user cannot see.

## Instead
Bring each call of the work to `cancelled`, `failed` or `completed` before the end is reported, or list it in
`background`.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run tests","status":"in_progress"}}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run tests","status":"in_progress"}}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"cancelled"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.state_runs import Runs
from acp_inspect.rules.turns import calls_since, cancelled_end
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 docs, Prompt Lifecycle, Cancellation", "v2 schema, ToolCallStatus/cancelled"),
)
def check(case: Case) -> Iterator[Hit]:
    """Calls of the cancelled run that are neither final nor listed as going on."""
    end = cancelled_end(case)
    run = case.known(Runs).sessions.get(case.session or "")
    if end is None or end.reason != "cancelled" or run is None or not run.began:
        return
    listed = at(case.held, "update", "background")
    beside = {at(work, "toolCallId") for work in listed} if isinstance(listed, list) else set()
    left = [call for call in calls_since(case.before, case.session, run.began) if call.open and call.id not in beside]
    if left:
        names = ", ".join(f"{call.id!r} is {call.status}" for call in left[:5])
        yield Hit(f"the work ends, but tool call {names}", related=tuple(call.last for call in left[:20]))
