"""The work ends although a tool call of it goes on, which is not listed as background work.

## Why it matters
The Client shows the call as running for as long as the session is open. It may be work in the background that the Agent
does not list.

## Instead
Bring each call to `completed`, `failed` or `cancelled` before the session is `idle`, or list it in `background`.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","status":"in_progress"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.prompt_inserted import is_live
from acp_inspect.rules.memory.state_runs import Run, Runs
from acp_inspect.rules.memory.tool_call_cancels import is_listed
from acp_inspect.rules.turns import calls_since
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 docs, Tool Calls, Status", "v2 schema, BackgroundWork"),
)
def check(case: Case) -> Iterator[Hit]:
    """Open calls of the work that ends. Those of cancelled work are for other rules."""
    reason = at(case.held, "update", "stopReason")
    if not isinstance(reason, str) or reason == "cancelled" or at(case.held, "update", "state") != "idle":
        return
    run = case.known(Runs).sessions.get(case.session or "", Run())
    after: Any = session_of(case.after, case.session)
    if not run.began or case.after.gaps or not is_live(case.before, case.session) or case.sender is not Side.AGENT:
        return
    background = after.activity.background
    left = [
        call
        for call in calls_since(case.before, case.session, run.began)
        if call.open and not call.cancel_accepted and not is_listed(background, "tool_call/cancel", call.id)
    ]
    if left:
        names = ", ".join(f"{call.id!r} is {call.status}" for call in left[:5])
        more = f" and {len(left) - 5} more are open" if len(left) > 5 else ""
        doubt = "" if background is not None else "; the Agent does not say what goes on in the background"
        text = f"the work ends, but tool call {names}{more}{doubt}"
        yield Hit(text, related=tuple(call.last for call in left[:20]))
