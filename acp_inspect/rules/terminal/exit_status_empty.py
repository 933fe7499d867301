"""The Client says that a command ended, but neither with which exit code nor by which signal.

## Why it matters
The Agent cannot tell whether the command did what it should. It is legal, and happens when the terminal is released
while somebody waits.

## Instead
Give `exitCode`, or `signal` where a signal ended the command.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
C! {"jsonrpc":"2.0","id":8,"result":{}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{"signal":"SIGTERM"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.terminal_lives import told_exit
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("terminal/output", "terminal/wait_for_exit")),
    sources=("v1 docs, Terminals, Waiting for Exit",),
)
def check(case: Case) -> Iterator[Hit]:
    """An end without a code and without a signal."""
    told = told_exit(case)
    if told is not None and not told:
        where = "/result/exitStatus" if case.method == "terminal/output" else "/result"
        yield Hit("the command ended, with neither exitCode nor signal", where)
