"""A `state_update` names a stop reason, although the work has not stopped.

## Why it matters
Only `idle` has a stop reason. Clients pass over it elsewhere, so if the Agent meant that the work is over, nobody knows.

## Instead
Send `idle` with the stop reason when the work is over; `running` and `requires_action` have none.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running","stopReason":"end_turn"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import WORKING
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 schema, RunningStateUpdate", "v2 schema, RequiresActionStateUpdate"),
    over=("ext/custom-root-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """A stop reason that is not null with a state of work."""
    state = at(case.held, "update", "state")
    reason = at(case.wire, "update", "stopReason")
    if case.sender is Side.AGENT and state in WORKING and reason is not ABSENT and reason is not None:
        text = f"stop reason {found(reason)} with the state {found(state)}"
        yield Hit(text, pointer("params", "update", "stopReason"))
