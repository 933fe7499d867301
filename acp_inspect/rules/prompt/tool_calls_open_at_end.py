"""The Agent ends a turn although tool calls of the turn are still open.

## Why it matters
A turn ends when nothing is left to do. The Client goes on to show the calls as pending or running, for ever.

## Instead
Bring each call to `completed` or `failed` before the turn ends with `end_turn`, also one that the user did not permit.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run tests","status":"in_progress"}}}
A! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run tests","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import CancelSent
from acp_inspect.rules.memory.prompt_misread import Misread
from acp_inspect.rules.turns import calls_since
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("session/prompt",)),
    sources=("v1 docs, Prompt Turn, 4. Check for Completion",),
)
def check(case: Case) -> Iterator[Hit]:
    """Announced calls of the turn that are neither completed nor failed, as far as their status could be read."""
    asked = case.event.answers
    if asked is None or case.after.gaps or at(case.held, "stopReason") != "end_turn":
        return
    sent = case.known(CancelSent).waiting.get(case.session or "")
    if sent is not None and sent.seq > asked:
        return
    misread = case.known(Misread).calls
    left = [
        call
        for call in calls_since(case.before, case.session, asked)
        if call.open and not call.implicit and (case.session or "", call.id) not in misread
    ]
    if left:
        names = ", ".join(f"{call.id!r} is {call.status}" for call in left[:5])
        more = f" and {len(left) - 5} more are open" if len(left) > 5 else ""
        yield Hit(f"the turn ends, but tool call {names}{more}", related=tuple(call.last for call in left[:20]))
