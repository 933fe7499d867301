"""A tool call that has ended still offers to be cancelled.

## Why it matters
The Client goes on to show a button that does nothing but fail.

## Instead
Send `capabilities` as null, or without `cancel`, in the update that tells the end.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","capabilities":{"cancel":{}}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","capabilities":{"cancel":{}}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed","capabilities":null}}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.work_cancels import advertised_after_end
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("tool_call_update",)),
    sources=("v2 schema, ToolCallCapabilities/cancel (SHOULD)",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterable[Hit]:
    """See `work_cancels.advertised_after_end`."""
    return advertised_after_end(case, "tool_call/cancel")
