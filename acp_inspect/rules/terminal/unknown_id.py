"""The Agent names a terminal that the Client did not make for that session.

## Why it matters
The Client refuses the request. A command that was started under another id runs on, and nobody reads its output.

## Instead
Use the `terminalId` that the answer to `terminal/create` gave, with the session it was made for.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"terminal/output","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32002,"message":"No such terminal"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{}}
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
    sources=("v1 docs, Terminals", "v1 schema, TerminalOutputRequest and its like, sessionId and terminalId"),
    over=("session/not-active",),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that no answer gave, or that was given for another session."""
    terminal = at(case.held, "terminalId")
    lives = case.known(TerminalLives)
    if case.sender is not Side.AGENT or case.partial or not isinstance(terminal, str) or case.session is None:
        return
    if lives.of(case.session, terminal) is not None:
        return
    owner = lives.owners.get(terminal)
    if owner is not None:
        text = f"terminal {found(terminal)} was made for session {found(owner)}, not for {found(case.session)}"
    elif lives.creating:
        text = f"terminal {found(terminal)} is used before an answer to terminal/create gave its id"
    else:
        text = f"no answer to terminal/create gave the id {found(terminal)}"
    yield Hit(text, "/params/sessionId" if owner is not None else "/params/terminalId")
