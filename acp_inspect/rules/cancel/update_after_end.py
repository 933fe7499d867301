"""The Agent goes on with work that it has reported as cancelled.

## Why it matters
A Client that reads `cancelled` has marked the open tool calls and takes what comes next for something new. Late pieces
of the cancelled work bring calls back to life and mix with the next prompt.

## Instead
Send the last updates of cancelled work, such as the end of its tool calls, before the report: in v1 before the prompt's
answer, in v2 before the idle `state_update`. Work in the background that goes on belongs into the list `background` of
the report.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run tests","status":"in_progress"}}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
```

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"x"}}}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"y"}}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run tests","status":"in_progress"}}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","title":"Tests"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.late_updates import LATE_KINDS_V2, TURN_KINDS, late_in_v1, late_in_v2
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=tuple(sorted({*TURN_KINDS, *LATE_KINDS_V2}))),
    sources=("v1 docs, Prompt Turn, Cancellation", "v2 docs, Prompt Lifecycle, Cancellation"),
    tck=("ACP-CANCEL-002", "ACP-CANCEL-202"),
)
def check(case: Case) -> Iterator[Hit]:
    """The first change of something after the end of cancelled work."""
    late = late_in_v1(case) if case.version == 1 else late_in_v2(case)
    if late is not None and late.reason == "cancelled":
        text = f"the work was reported as cancelled (#{late.ended}), and this goes on with {late.what}"
        level = Level.WARNING if late.perhaps_beside else Level.ERROR
        related = (late.begun, late.ended) if late.begun else (late.ended,)
        yield Hit(text, pointer("params", "update"), level=level, related=related)
