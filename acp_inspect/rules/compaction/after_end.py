"""A compaction goes on, or ends otherwise, after it has ended.

## Why it matters
A compaction ends once. The Client has shown how; what comes later contradicts it, or is added to a summary that counts
as complete.

## Instead
Send all pieces of the summary before the update that ends the compaction. Take a new id for a new one. Repeating the
same status, with a better summary, is fine.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"completed"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"c1","content":{"type":"text","text":"x"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"in_progress"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"c1","content":{"type":"text","text":"x"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"completed"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"completed","summary":[{"type":"text","text":"x"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_ENDS: Final = frozenset({"completed", "failed", "cancelled"})


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("compaction_update", "compaction_summary_chunk")),
    sources=(
        "RFD Session Compaction, Identity and lifecycle",
        "RFD Session Compaction, Streaming summary content",
        "v1 Prompt Turn, Session Compaction",
        "v2 schema, CompactionUpdate/compactionId",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A chunk or another status after a final one, outside of replays. In v2, a draft, a warning."""
    update = at(case.held, "update")
    session: Any = case.before.held.sessions.get(case.session or "")
    if not isinstance(update, dict) or session is None or session.window is not None:
        return
    old = session.compactions.get(update["compactionId"])
    if old is None or old.status not in _ENDS:
        return
    level = Level.WARNING if case.version == 2 else None
    name = found(old.id)
    if case.update == "compaction_summary_chunk":
        words = f"a piece of the summary of the compaction {name}, which is {old.status}"
        yield Hit(words, "/params/update", related=(old.last,), level=level)
    elif update["status"] != old.status:
        words = f"the compaction {name} was {old.status} and is {found(update['status'])} now"
        yield Hit(words, "/params/update/status", related=(old.last,), level=level)
