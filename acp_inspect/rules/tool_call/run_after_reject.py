"""A tool call is reported as running after its permission was refused.

## Why it matters
The user said no, and relies on it.

## Instead
End a call that was refused with `failed`. Ask again before it runs after all.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a","status":"pending"}}}
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"n"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a","status":"pending"}}}
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"n"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
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
        "v1 docs, Tool Calls, Permission Options",
    ),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """The first time that it is in progress after the refusal; a completed one may only have been closed."""
    calls = case.known(Verdicts).calls
    if not calls or at(case.held, "update", "status") != "in_progress" or case.session is None:
        return
    call = at(case.held, "update", "toolCallId")
    verdict = calls.get((case.session, str(call)))
    if verdict is None or verdict.approved is not False or verdict.running or verdict.ran or case.after.gaps:
        return
    time = elapsed(verdict.at, case.event.at)
    if time is None or time >= NEAR:
        text = f"tool call {found(call)} is in progress, but it was refused (#{verdict.answer})"
        yield Hit(text, "/params/update/status", related=(verdict.request, verdict.answer))
