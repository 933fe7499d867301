"""The Client tells the end of a command once, and then otherwise: as running, or with another exit code or signal.

## Why it matters
An Agent that asks again takes a finished command for a running one, or a failed one for a success.

## Instead
Keep how a command ended with its terminal, and say the same in every answer to `terminal/output` and
`terminal/wait_for_exit` until the release.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{"exitCode":0}}
A  {"jsonrpc":"2.0","id":9,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
C! {"jsonrpc":"2.0","id":9,"result":{"output":"","truncated":false}}
A  {"jsonrpc":"2.0","id":10,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
C! {"jsonrpc":"2.0","id":10,"result":{"output":"","truncated":false,"exitStatus":{"exitCode":1}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/wait_for_exit","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{"exitCode":0}}
A  {"jsonrpc":"2.0","id":9,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":9,"result":{"output":"","truncated":false,"exitStatus":{"exitCode":0,"signal":null}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.terminal_lives import TerminalLives, told_exit
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("terminal/output", "terminal/wait_for_exit")),
    sources=("v1 docs, Terminals, Getting Output", "v1 docs, Terminals, Waiting for Exit"),
)
def check(case: Case) -> Iterator[Hit]:
    """No exit status though it was told before the request; or another than was told first."""
    ask = case.step.ask
    life = None if ask is None else case.known(TerminalLives).of(case.session, ask.text("terminalId"))
    if ask is None or life is None or not life.exited or not succeeded(case):
        return
    told = told_exit(case)
    if told is None:
        if life.exited < ask.seq and at(case.wire, "exitStatus") in (None, ABSENT):
            text = f"the command's end was told (#{life.exited}), but exitStatus is not given"
            yield Hit(text, "/result", related=(life.exited,))
    elif told and life.exit and told != life.exit:
        text = f"the command ended with {_words(told)}, but #{life.exited} says {_words(life.exit)}"
        where = "/result/exitStatus" if case.method == "terminal/output" else "/result"
        yield Hit(text, where, related=(life.exited,))


def _words(told: Json) -> str:
    return " and ".join(f"{name} {value!r}" for name, value in told.items())
