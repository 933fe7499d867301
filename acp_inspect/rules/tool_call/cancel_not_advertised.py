"""The Client cancels a tool call that does not offer it, or that the session does not have.

## Why it matters
The Agent cannot cancel it, and answers error -32602. The user believes that it stops.

## Instead
Offer to cancel a tool call only while its `capabilities.cancel` is an object. To stop everything, send `session/cancel`.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","status":"in_progress"}}}
C! {"jsonrpc":"2.0","id":10,"method":"tool_call/cancel","params":{"sessionId":"s1","toolCallId":"t1"}}
A  {"jsonrpc":"2.0","id":10,"error":{"code":-32602,"message":"It cannot be cancelled"}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","status":"in_progress","capabilities":{"cancel":{}}}}}
C  {"jsonrpc":"2.0","id":10,"method":"tool_call/cancel","params":{"sessionId":"s1","toolCallId":"t1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed","capabilities":null}}}
A  {"jsonrpc":"2.0","id":10,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.work_cancels import not_advertised
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    versions=frozenset({2}),
    on=On(kinds=("request",), methods=("tool_call/cancel",)),
    sources=("v2 schema, CancelToolCallRequest (MUST NOT)",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterable[Hit]:
    """See `work_cancels.not_advertised`."""
    return not_advertised(case)
