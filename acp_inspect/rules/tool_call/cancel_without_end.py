"""The Agent accepts to cancel a tool call, but never reports its end.

## Why it matters
The answer says only that the Agent will try. For the Client the tool call goes on until an update says otherwise.

## Instead
Send a `tool_call_update` with a final status, before the work ends.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","status":"in_progress","capabilities":{"cancel":{}}}}}
C  {"jsonrpc":"2.0","id":10,"method":"tool_call/cancel","params":{"sessionId":"s1","toolCallId":"t1"}}
A  {"jsonrpc":"2.0","id":10,"result":{}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","status":"in_progress","capabilities":{"cancel":{}}}}}
C  {"jsonrpc":"2.0","id":10,"method":"tool_call/cancel","params":{"sessionId":"s1","toolCallId":"t1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed","capabilities":null}}}
A  {"jsonrpc":"2.0","id":10,"result":{}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.work_cancels import without_end
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=(
        On(kinds=("notification",), updates=("state_update",)),
        On(kinds=("response",), methods=("session/close",)),
        On(kinds=("exited", "end")),
    ),
    sources=("v2 schema, CancelToolCallRequest",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterable[Hit]:
    """See `work_cancels.without_end`."""
    return without_end(case, "tool_call/cancel")
