"""The background list names something that the session does not know.

## Why it matters
The list has only ids; what they are, the Client knows from earlier updates. It can neither show nor stop the work.

## Instead
Announce each item first: a terminal with `terminal_update`, a tool call with `tool_call_update`, a subagent with
`subagent_update`. That a tool call's content names a terminal announces nothing.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","background":[{"type":"terminal","terminalId":"x1"}]}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"sleep"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","background":[{"type":"terminal","terminalId":"x1"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.background import MOST, identity, known_work
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.state_runs import Run, Runs
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 schema, BackgroundWork",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """An item whose announcement the session has not seen, and that the last list did not have."""
    listed = at(case.held, "update", "background")
    session: Any = session_of(case.before, case.session)
    if not isinstance(listed, list) or not listed or session is None or case.partial or case.sender is not Side.AGENT:
        return
    before = {identity(work) for work in case.known(Runs).sessions.get(case.session or "", Run()).listed}
    # What a resumed or forked session had before is in another recording, or in the other session.
    fresh = session.origin == "new" and not session.replays and session.window is None
    hits = 0
    for place, work in enumerate(listed):
        one = identity(work)
        if one is not None and one not in before and known_work(session, one) is None and hits < MOST:
            hits += 1
            text = f"the session knows no {one[0]} {found(one[1])}"
            where = pointer("params", "update", "background", place)
            yield Hit(text, where, level=Level.ERROR if fresh else Level.INFO)
