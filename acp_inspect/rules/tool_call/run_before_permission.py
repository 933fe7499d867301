"""A tool call runs, or has run, while the question whether it may is not answered.

## Why it matters
The user decides about something that has been done already.

## Instead
Wait for the answer, and run the call only if an option that allows it was selected. Report it as `pending` until then.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a","status":"pending"}}}
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a","status":"pending"}}}
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.crossing import NEAR, elapsed
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.tool_call_permissions import Verdicts
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("tool_call", "tool_call_update")),
    sources=(
        "v1 docs, Prompt Turn, 5. Tool Invocation and Status Reporting",
        "v1 docs, Tool Calls, Requesting Permission",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """In progress or completed while the question waits; one that was in progress before stays so."""
    calls = case.known(Verdicts).calls
    status = at(case.held, "update", "status")
    if not calls or status not in ("in_progress", "completed") or case.session is None or case.after.gaps:
        return
    call = at(case.held, "update", "toolCallId")
    verdict = calls.get((case.session, str(call)))
    if verdict is None or verdict.answer or case.sender is not Side.AGENT:
        return
    if (verdict.running and status == "in_progress") or _taken_back(case, verdict.request):
        return
    text = f"tool call {found(call)} is {status}, but the question whether it may (#{verdict.request}) is unanswered"
    time = elapsed(verdict.asked_at, case.event.at)
    # Written together with the question, it is a mark made too early rather than a call that ran.
    level = Level.INFO if status == "in_progress" and time is not None and time < NEAR else Level.WARNING
    yield Hit(text, "/params/update/status", level=level, related=(verdict.request,))


def _taken_back(case: Case, asked: int) -> bool:
    """Whether the Agent cancelled its question, or the Client's end keeps it from being answered."""
    return case.before.client_ended is not None or any(
        request.seq == asked and request.cancelled is not None
        for requests in case.before.exchanges.open.values()
        for request in requests
    )
