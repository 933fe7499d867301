"""A terminal that has exited begins to run again, or gets another command.

## Why it matters
The Client has one terminal for one id: the new process writes into the output of the old one, and what was shown of
that is wrong from then on.

## Instead
Give each process a `terminalId` of its own, also after the one before has exited.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"ls","exitStatus":{"exitCode":0}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make","exitStatus":null}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"ls","exitStatus":{"exitCode":0}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x2","command":"make"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.tool_calls import in_replay
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("terminal_update",)),
    sources=("v2 docs, Tool Calls, Display-only Terminals (MUST NOT)",),
)
def check(case: Case) -> Iterator[Hit]:
    """After the exit: no exit and another command. One of the two alone may correct something: a warning."""
    update: Any = at(case.held, "update")
    session: Any = session_of(case.before, case.session)
    if not isinstance(update, dict) or session is None or in_replay(session) or case.sender is not Side.AGENT:
        return
    old = session.terminals.get(update["terminalId"])
    if old is None or old.exit is None:
        return
    runs = "exitStatus" in update and update["exitStatus"] is None
    command = update.get("command")
    other = isinstance(command, str) and old.command is not None and command != old.command
    if runs or other:
        said = f"now has the command {found(command)}" if other else "now has no exit status"
        level = Level.ERROR if runs and other else Level.WARNING
        text = f"terminal {found(old.id)} had exited, and {said}"
        yield Hit(text, "/params/update", level=level, related=(old.last,))
