"""A terminal's first update does not tell the command.

## Why it matters
The Client shows output without saying of what. A terminal that runs no command need not tell one.

## Instead
Send `command` with the first `terminal_update`, before any output.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","cwd":"/work"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x2","data":"aGk="}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","data":"aGk="}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.tool_calls import history_is_known
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("terminal_update", "terminal_output_chunk")),
    sources=("v2 docs, Tool Calls, Display-only Terminals (SHOULD)",),
)
def check(case: Case) -> Iterator[Hit]:
    """The first report on a terminal, without a command that can be read."""
    terminal = at(case.held, "update", "terminalId")
    session: Any = session_of(case.before, case.session)
    if not isinstance(terminal, str) or isinstance(at(case.held, "update", "command"), str):
        return
    if case.sender is Side.AGENT and history_is_known(case, session) and terminal not in session.terminals:
        what = "output" if case.update == "terminal_output_chunk" else "an update"
        yield Hit(f"terminal {found(terminal)} begins with {what} that does not tell its command", "/params/update")
