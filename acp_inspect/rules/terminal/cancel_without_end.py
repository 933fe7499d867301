"""The Agent accepts to cancel a terminal, but never reports its end.

## Why it matters
The answer says only that the Agent will try. For the Client the terminal goes on until an update says otherwise.

## Instead
Send a `terminal_update` with `exitStatus` when the process has ended.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make","cwd":"/work","capabilities":{"cancel":{}}}}}
C  {"jsonrpc":"2.0","id":10,"method":"terminal/cancel","params":{"sessionId":"s1","terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":10,"result":{}}
=! {"control":"stream-ended","stream":"a2c","reason":"eof"}
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
from acp_inspect.rules.work_cancels import without_end
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=(
        On(kinds=("response",), methods=("session/close",)),
        On(kinds=("exited", "end")),
    ),
    sources=("v2 schema, CancelTerminalRequest",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterable[Hit]:
    """See `work_cancels.without_end`."""
    return without_end(case, "terminal/cancel")
