"""The Client keeps more of a command's output than the Agent allowed.

## Why it matters
The Agent limits the output to what it can take in. Too much of it pushes other things out of its context.

## Instead
Cut the beginning of the output, at a character boundary, until it has at most `outputByteLimit` bytes of UTF-8.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make","outputByteLimit":4}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
C! {"jsonrpc":"2.0","id":8,"result":{"output":"abcdefgh","truncated":false}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make","outputByteLimit":4}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{"output":"efgh","truncated":true}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.terminal_lives import TerminalLives
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("terminal/output",)),
    sources=("v1 docs, Terminals, Executing Commands",),
)
def check(case: Case) -> Iterator[Hit]:
    """More bytes of UTF-8 than the limit; a limit of 0 or none allows all."""
    ask, output = case.step.ask, at(case.held, "output")
    life = None if ask is None else case.known(TerminalLives).of(case.session, ask.text("terminalId"))
    if life is None or life.limit is None or not isinstance(output, str) or not succeeded(case):
        return
    size = len(output.encode(errors="surrogatepass"))
    if size > life.limit:
        text = f"output has {size} bytes; at most {life.limit} were to be kept"
        yield Hit(text, "/result/output", related=(life.created,))
