"""The background list and the updates of its items contradict each other about what has ended.

## Why it matters
When an item leaves the list before its end was told, the Client shows it as running for ever. When one stays that has
ended, the Client shows work that is none.

## Instead
Send the end first (`exitStatus` of a terminal, a final status of a tool call), then the list without it.

```acp bad after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"sleep"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","background":[{"type":"terminal","terminalId":"x1"}]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","background":[]}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"sleep"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","background":[{"type":"terminal","terminalId":"x1"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","exitStatus":{"exitCode":0}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","background":[]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.background import MOST, identity, is_over, known_work, terminals_of
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import WORKING, session_of
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
    """Items that left the list unfinished, and finished ones that are listed a second time."""
    listed = at(case.held, "update", "background")
    session: Any = session_of(case.before, case.session)
    run = case.known(Runs).sessions.get(case.session or "")
    if not isinstance(listed, list) or session is None or run is None or session.window is not None:
        return
    if not run.reported or case.sender is not Side.AGENT or case.after.gaps:
        return
    now = {one for work in listed if (one := identity(work)) is not None}
    before = [one for work in run.listed[:1000] if (one := identity(work)) is not None]
    hits = [*_gone(case, session, run, before, now), *_over(session, run, before, listed)]
    yield from hits[:MOST]


def _gone(
    case: Case, session: Any, run: Run, before: list[tuple[str, str]], now: set[tuple[str, str]]
) -> Iterator[Hit]:
    # Work may go back to the foreground; nothing says how that would be told.
    level = Level.WARNING if at(case.held, "update", "state") in WORKING else Level.ERROR
    for one in before:
        if one in now or is_over(session, one) is not False:
            continue
        if one[0] == "tool_call" and any(("terminal", name) in now for name in terminals_of(session, one[1])):
            continue
        text = f"the {one[0]} {found(one[1])} is no longer listed, but its end was not told"
        yield Hit(text, pointer("params", "update", "background"), level=level, related=(run.listed_at,))


def _over(session: Any, run: Run, before: list[tuple[str, str]], listed: list[Any]) -> Iterator[Hit]:
    # The end and the list around it may come in either order, so only a second list counts.
    old = set(before)
    for place, work in enumerate(listed):
        one = identity(work)
        if one is not None and one in old and is_over(session, one) and known_work(session, one).last < run.listed_at:
            text = f"the {one[0]} {found(one[1])} is listed again, but has ended"
            related = (known_work(session, one).last, run.listed_at)
            where = pointer("params", "update", "background", place)
            yield Hit(text, where, level=Level.WARNING, related=related)
