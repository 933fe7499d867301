"""A tool call that was permitted is completed without ever having been in progress.

## Why it matters
The user who just allowed it sees nothing happen until it is over. What takes no time need not say so.

## Instead
Report the call as `in_progress` when it starts.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a","status":"pending"}}}
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a","status":"pending"}}}
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.tool_call_permissions import Verdicts
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("tool_call_update",)),
    sources=("v1 docs, Prompt Turn, 5. Tool Invocation and Status Reporting (SHOULD)",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """Completed after an approval, with no report of progress in between or before."""
    calls = case.known(Verdicts).calls
    if not calls or at(case.held, "update", "status") != "completed" or case.session is None or case.after.gaps:
        return
    call = at(case.held, "update", "toolCallId")
    verdict = calls.get((case.session, str(call)))
    if verdict is not None and verdict.approved and not verdict.running and not verdict.ran:
        text = f"tool call {found(call)} was allowed (#{verdict.answer}) and is completed, but never was in progress"
        yield Hit(text, "/params/update/status", related=(verdict.answer,))
