"""The Agent uses a terminal that it has released.

## Why it matters
With the release the id is invalid; the Client may have given it away. The request fails, and an Agent that waits for the
exit of the command never learns of it.

## Instead
Release a terminal last, and once: the output and the exit status are to be had before that.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
A! {"jsonrpc":"2.0","id":9,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{}}
C  {"jsonrpc":"2.0","id":9,"error":{"code":-32002,"message":"No such terminal"}}
A! {"jsonrpc":"2.0","id":10,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":10,"result":{}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":9,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{"exitCode":0}}
C  {"jsonrpc":"2.0","id":9,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.terminal_lives import TerminalLives
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(
        kinds=("request",), methods=("terminal/output", "terminal/wait_for_exit", "terminal/kill", "terminal/release")
    ),
    sources=("v1 docs, Terminals, Releasing Terminals",),
)
def check(case: Case) -> Iterator[Hit]:
    """A request after the one to release, where that did not fail. To release twice hurts nobody: a warning."""
    terminal = at(case.held, "terminalId")
    life = case.known(TerminalLives).of(case.session, terminal)
    if case.sender is not Side.AGENT or life is None or not life.release:
        return
    again = case.method == "terminal/release"
    words = "is released a second time" if again else f"is named in {case.method}, but it was released"
    text = f"terminal {found(terminal)} {words} (first in #{life.release})"
    level = Level.WARNING if again else Level.ERROR
    yield Hit(text, "/params/terminalId", level=level, related=(life.release,))
