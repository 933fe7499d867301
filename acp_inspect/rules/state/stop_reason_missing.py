"""The Agent reports that the work is over, but not why.

## Why it matters
The Client cannot tell an answer that is complete from one that was cut off, refused or cancelled.

## Instead
Give the idle `state_update` that ends work a `stopReason`. One that only repeats that the session rests needs none.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import WORKING, session_of
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 docs, Prompt Lifecycle, Stop Reasons", "v2 schema, IdleStateUpdate"),
    tck=("ACP-STATE-203",),
)
def check(case: Case) -> Iterator[Hit]:
    """An idle after work, with no stop reason on the wire; a malformed one is for `state/malformed`."""
    session: Any = session_of(case.before, case.session)
    if at(case.held, "update", "state") != "idle" or session is None or session.window is not None or case.after.gaps:
        return
    told = at(case.wire, "update", "stopReason")
    if case.sender is Side.AGENT and session.activity.state in WORKING and (told is ABSENT or told is None):
        since = session.activity.since
        text = f"the work that is {session.activity.state} since #{since} ends without a stop reason"
        yield Hit(text, pointer("params", "update"), related=(since,))
