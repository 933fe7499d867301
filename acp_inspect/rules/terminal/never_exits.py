"""The work ends while a terminal of it runs on, which the list of background work lacks.

## Why it matters
The Client shows it as running, and nobody knows whether anything runs.

## Instead
Send `exitStatus` when the process has ended, or list the terminal in `background`.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"sleep 9"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn","background":[]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"sleep 9"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn","background":[{"type":"terminal","terminalId":"x1"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.terminal_mentions import Mentions, left_running
from acp_inspect.rules.tool_calls import in_replay
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 docs, Tool Calls, Display-only Terminals", "v2 schema, BackgroundTerminal"),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """At the end of the work, where the Agent says what goes on in the background."""
    known = case.known(Mentions)
    session: Any = session_of(case.before, case.session)
    if not known.running or case.after.gaps or in_replay(session) or at(case.held, "update", "state") != "idle":
        return
    names = left_running(known, case)
    if names and case.sender is Side.AGENT and case.session is not None:
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        text = f"the work ends, but terminal {', '.join(found(name) for name in names[:5])}{more} has no exit status"
        since = known.running[case.session]
        yield Hit(text, related=tuple(since[name] for name in names[:5]))
