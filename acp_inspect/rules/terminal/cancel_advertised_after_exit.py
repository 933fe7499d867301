"""A terminal that has ended still offers to be cancelled.

## Why it matters
The Client goes on to show a button that does nothing but fail.

## Instead
Send `capabilities` as null, or without `cancel`, in the update that tells the end.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make","capabilities":{"cancel":{}}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","exitStatus":{"exitCode":0}}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make","capabilities":{"cancel":{}}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","exitStatus":{"exitCode":0},"capabilities":null}}}
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
    on=On(kinds=("notification",), updates=("terminal_update",)),
    sources=("v2 schema, TerminalCapabilities/cancel (SHOULD)",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterable[Hit]:
    """See `work_cancels.advertised_after_end`."""
    return advertised_after_end(case, "terminal/cancel")
