"""A plan update seems to tell only of the entries that changed.

## Why it matters
Each update replaces the whole plan. Entries that it leaves out disappear, though nobody finished or gave them up.

## Instead
Send all entries with each update, also those that did not change.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p","entries":[{"content":"a","priority":"high","status":"pending"},{"content":"b","priority":"high","status":"pending"}]}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p","entries":[{"content":"a","priority":"high","status":"completed"}]}}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p","entries":[{"content":"a","priority":"high","status":"pending"},{"content":"b","priority":"high","status":"pending"}]}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p","entries":[{"content":"a","priority":"high","status":"completed"},{"content":"b","priority":"high","status":"pending"}]}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

_OVER: Final = frozenset({"completed", "cancelled"})


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("plan", "plan_update")),
    sources=("v1 and v2 Agent Plan (MUST send a complete list)",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A real part of the old entries, with other states, while an entry is missing that was not over."""
    update = at(case.held, "update")
    session: Any = case.before.held.sessions.get(case.session or "")
    if session is None or not isinstance(update, dict):
        return
    key = at(update, "plan", "planId") if case.update == "plan_update" else ""
    now = at(update, "plan", "entries") if case.update == "plan_update" else at(update, "entries")
    old = session.plans.get(key) if isinstance(key, str) else None
    before = None if old is None else at(old.content, "entries")
    if not isinstance(now, list) or not isinstance(before, list) or not now or old is None:
        return
    then, here = _states(before), _states(now)
    missing = [name for name, status in then.items() if name not in here and status not in _OVER]
    changed = any(then[name] != status for name, status in here.items() if name in then)
    if missing and changed and here.keys() < then.keys():
        words = f"{len(missing)} of {len(then)} entries that were not over are missing"
        yield Hit(words, "/params/update", related=(old.last,))


def _states(entries: list[Json]) -> dict[str, Json]:
    states: dict[str, Json] = {}
    for entry in entries:
        content = at(entry, "content")
        if isinstance(content, str) and at(entry, "status") is not ABSENT:
            states[content] = at(entry, "status")
    return states
