"""A tool call shows a terminal about which the Agent never says anything.

## Why it matters
The Client has an empty terminal to show: no command, no output, no end.

## Instead
Send `terminal_update` for each terminal that a tool call names, before or soon after.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","status":"completed","content":[{"type":"terminal","terminalId":"x9"}]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run","status":"completed","content":[{"type":"terminal","terminalId":"x9"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x9","command":"ls","exitStatus":{}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.terminal_mentions import Mentions
from acp_inspect.rules.tool_calls import in_replay
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 docs, Tool Calls, Display-only Terminals",),
)
def check(case: Case) -> Iterator[Hit]:
    """At the end of the work, all that were shown since the last such end."""
    shown = case.known(Mentions).shown.get(case.session or "")
    session: Any = session_of(case.before, case.session)
    if shown is None or case.after.gaps or in_replay(session) or at(case.held, "update", "state") != "idle":
        return
    if case.sender is Side.AGENT:
        names = sorted(shown, key=lambda name: shown[name])
        more = f" and {len(names) - 5} more" if len(names) > 5 else ""
        text = (
            f"tool calls show terminal {', '.join(found(name) for name in names[:5])}{more}, of which nothing was said"
        )
        yield Hit(text, related=tuple(shown[name] for name in names[:5]))
