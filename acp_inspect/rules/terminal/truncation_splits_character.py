"""The Client cut a command's output inside of a character.

## Why it matters
The first character of the output comes as a replacement character, or as an accent without its letter.

## Instead
Cut at a character boundary, even if that keeps a little less than the limit.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make","outputByteLimit":5}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
C! {"jsonrpc":"2.0","id":8,"result":{"output":"�ab","truncated":true}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make","outputByteLimit":5}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{"output":"ab","truncated":true}}
```
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("terminal/output",)),
    sources=("v1 docs, Terminals, Executing Commands (MUST)",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """Output that begins with half a character which the output before did not have: programs write such, too."""
    output = at(case.held, "output")
    if at(case.held, "truncated") is not True or not isinstance(output, str) or not output or not succeeded(case):
        return
    first = output[0]
    if first != "\ufffd" and not unicodedata.combining(first):
        return
    session: Any = session_of(case.before, case.session)
    terminal = None if case.step.ask is None else case.step.ask.text("terminalId")
    old = None if session is None else session.terminals.get(terminal)
    if old is None or first not in old.output:
        what = "a replacement character" if first == "\ufffd" else "a combining character"
        yield Hit(f"the truncated output begins with {what}", "/result/output")
