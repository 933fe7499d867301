"""The Agent does not refuse to cancel a terminal that it cannot cancel.

## Why it matters
The Client waits for an end that never comes, or that was there before.

## Instead
Answer error -32602 for a terminal that is unknown, has ended, or does not offer `capabilities.cancel`.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make","exitStatus":{"exitCode":0}}}}
C  {"jsonrpc":"2.0","id":10,"method":"terminal/cancel","params":{"sessionId":"s1","terminalId":"x1"}}
A! {"jsonrpc":"2.0","id":10,"result":{}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make","cwd":"/work","capabilities":{"cancel":{}}}}}
C  {"jsonrpc":"2.0","id":10,"method":"terminal/cancel","params":{"sessionId":"s1","terminalId":"x1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","exitStatus":{"signal":"SIGTERM"},"capabilities":null}}}
A  {"jsonrpc":"2.0","id":10,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.work_cancels import invalid_accepted
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("terminal/cancel",)),
    sources=("v2 schema, CancelTerminalRequest",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterable[Hit]:
    """See `work_cancels.invalid_accepted`."""
    return invalid_accepted(case)
