"""The Agent counts a subagent as background work that does nothing.

## Why it matters
The Client shows that something still runs, and nothing does.

## Instead
Leave a child out of `background` when it is idle and has no background work of its own.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","state":{"state":"idle","background":[]}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn","background":[{"type":"subagent","sessionId":"k1"}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","state":{"state":"running"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn","background":[{"type":"subagent","sessionId":"k1"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    stable=False,
    pedantic=True,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 schema, BackgroundWork, subagent",),
)
def check(case: Case) -> Iterator[Hit]:
    """A listed child whose last told state is idle without background."""
    background = at(case.held, "update", "background")
    session = case.before.held.sessions.get(case.session) if case.session is not None else None
    if session is None or not isinstance(background, list):
        return
    for place, work in enumerate(background):
        child = at(work, "sessionId") if at(work, "type") == "subagent" else None
        told = session.subagents.get(child) if isinstance(child, str) else None
        if told is not None and at(told.state, "state") == "idle" and at(told.state, "background") == []:
            words = f"the subagent {found(told.session)} is idle, and nothing of it runs in the background"
            yield Hit(words, pointer("params", "update", "background", place))
