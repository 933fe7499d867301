"""A compaction has a summary without being completed, or an error without having failed.

## Why it matters
The Client shows a summary of something that did not happen, or an error beside a success.

## Instead
Send `summary` with the status `completed` and `error` with `failed`. `null` and an empty list take them back.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"failed","summary":[{"type":"text","text":"x"}]}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"completed","error":"x"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"failed","error":"no model","summary":null}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_KNOWN: Final = frozenset({"in_progress", "completed", "failed", "cancelled"})
_WITHOUT: Final = frozenset({"failed", "cancelled"})


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("compaction_update",)),
    sources=("RFD Session Compaction, Optional fields",),
)
def check(case: Case) -> Iterator[Hit]:
    """By the update's own members; in v2, where it is only pointed out, a streamed summary counts too."""
    update = at(case.held, "update")
    if not isinstance(update, dict) or update["status"] not in _KNOWN:
        return
    status, level = update["status"], Level.INFO if case.version == 2 else None
    if update.get("error") is not None and status != "failed":
        yield Hit(f"an error, though the compaction is {status}", "/params/update/error", level=level)
    if case.version == 1:
        if update.get("summary") and status != "completed":
            yield Hit(f"a summary, though the compaction is {status}", "/params/update/summary")
    elif status in _WITHOUT:
        session: Any = case.after.held.sessions.get(case.session or "")
        compaction = None if session is None else session.compactions.get(update["compactionId"])
        if compaction is not None and len(compaction.summary):
            words = f"the compaction {found(compaction.id)} is {status} and keeps its summary"
            yield Hit(words, "/params/update", level=level)
