"""A `state_update` has no readable state, or a stop reason or background list that the Client drops.

## Why it matters
Without a string in `state` the whole update is lost, and the session seems to work, or to rest, for ever. A stop reason
that is no string counts as not given; one bad item makes the whole background list count as not reported.

## Instead
Send `state` as a string, `stopReason` as a string or null, and `background` as a list of objects, each with a `type` and
the id that goes with it: `terminalId`, `toolCallId` or `sessionId`. Types, states and reasons that nobody knows are
allowed.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","status":"idle"}}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":7}}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running","background":[{"type":"terminal"}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running","background":[{"type":"_timer","seconds":5}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"_paused","background":[]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit, reaches
from acp_inspect.wire.rpc import Side

_SALVAGED: Final = {
    "/update/stopReason": (Level.WARNING, "reads the stop reason as not given"),
    "/update/background": (Level.ERROR, "takes the whole list as not reported"),
}


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",), faulty=True),
    sources=("v2 schema, StateUpdate", "v2 schema, IdleStateUpdate/stopReason", "v2 schema, BackgroundWork"),
    over=("update/malformed-known", "update/salvaged-known"),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault that loses the update, or one of its two members that decide how the session is shown."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer.startswith("/update/"):
            yield hit(case, problem, "drops the update, and goes on to show the state before")
    for reach, problems in reaches(case, Effect.SALVAGED):
        if reach in _SALVAGED:
            level, price = _SALVAGED[reach]
            yield hit(case, problems[0], price)._replace(level=level)
