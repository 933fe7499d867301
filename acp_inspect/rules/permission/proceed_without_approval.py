"""The Agent carries out what it had asked permission for, although it was not approved.

## Why it matters
A user who dismissed the question, or whose Client answered with something that is no approval, relies on it that nothing
happens.

## Instead
Take anything but an offered option that was selected as a refusal: `cancelled`, an outcome that nobody knows, an option
that was not offered, an error. Bring the call to `failed` or `cancelled`, or ask again.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Delete a","status":"pending"}}}
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","subject":{"type":"tool_call","toolCall":{"toolCallId":"t1"}},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"cancelled"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Delete a","status":"pending"}}}
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","subject":{"type":"tool_call","toolCall":{"toolCallId":"t1"}},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"cancelled"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.crossing import NEAR, elapsed
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.permission_answers import PermissionAnswers
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("tool_call_update",)),
    sources=("v2 docs, Tool Calls, Requesting Permission", "v2 schema, RequestPermissionOutcome"),
)
def check(case: Case) -> Iterator[Hit]:
    """A call that runs, or ran, after an answer that was no approval."""
    refused_calls = case.known(PermissionAnswers).refused
    call = at(case.held, "update", "toolCallId")
    if not refused_calls or case.session is None or not isinstance(call, str) or case.sender is not Side.AGENT:
        return
    refused = None if case.after.gaps else refused_calls.get((case.session, call))
    status = at(case.held, "update", "status")
    if refused is None or status not in ("in_progress", "completed") or (refused.ran and status == "in_progress"):
        return
    time = elapsed(refused.at, case.event.at)
    crossed = time is not None and time < NEAR
    level = Level.WARNING if refused.ran or crossed else Level.ERROR
    doubt = "; the two may have crossed" if crossed else ""
    text = f"the permission for {call!r} was answered {refused.how} (#{refused.answer}), but it is {status}{doubt}"
    yield Hit(text, pointer("params", "update", "status"), level=level, related=(refused.request, refused.answer))
