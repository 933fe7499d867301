"""The Client gives a new terminal an id that another terminal of the session has.

## Why it matters
Nobody can tell the two commands apart any more: output and exit status of one are taken for those of the other.

## Instead
Give each terminal an id of its own, and do not use one again after its release: tool calls may still show the old
terminal.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C! {"jsonrpc":"2.0","id":8,"result":{"terminalId":"x1"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":8,"result":{"terminalId":"x2"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.terminal_lives import TerminalLives
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("terminal/create",)),
    sources=("v1 docs, Terminals", "v1 schema, CreateTerminalResponse/terminalId"),
)
def check(case: Case) -> Iterator[Hit]:
    """An id of a terminal that was not released. After its release it is legal, and worth knowing."""
    terminal = at(case.held, "terminalId")
    life = case.known(TerminalLives).of(case.session, terminal)
    if life is None or not succeeded(case):
        return
    state = "was released" if life.release else "is in use"
    text = f"terminal {found(terminal)} was made in #{life.created} already, and {state}"
    level = Level.INFO if life.release else Level.ERROR
    yield Hit(text, "/result/terminalId", level=level, related=(life.created,))
