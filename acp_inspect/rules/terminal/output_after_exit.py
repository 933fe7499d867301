"""Output of a terminal comes after its exit status.

## Why it matters
A Client that closed the terminal at its exit does not show it. Others append it, so nothing is lost for certain.

## Instead
Send all output first and `exitStatus` last, or one snapshot of the whole output in the last update.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"ls"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","exitStatus":{}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","data":"aGk="}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"ls"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","data":"aGk="}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","exitStatus":{}}}}
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
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("terminal_output_chunk",)),
    sources=("v2 schema, TerminalUpdate/exitStatus",),
)
def check(case: Case) -> Iterator[Hit]:
    """A chunk for a terminal that has exited."""
    terminal = at(case.held, "update", "terminalId")
    session: Any = session_of(case.before, case.session)
    if not isinstance(terminal, str) or session is None or in_replay(session) or case.sender is not Side.AGENT:
        return
    old = session.terminals.get(terminal)
    if old is not None and old.exit is not None:
        yield Hit(f"output of terminal {found(terminal)} comes after its exit", "/params/update", related=(old.last,))
