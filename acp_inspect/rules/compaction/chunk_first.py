"""A piece of a summary is the first that is told of its compaction.

## Why it matters
It is legal today: the piece begins the compaction. The text of August 2026 asked for an update first, and a Client made
after it does not know what the piece belongs to.

## Instead
Announce the compaction by a `compaction_update` with the status `in_progress`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"c1","content":{"type":"text","text":"x"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"completed"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_summary_chunk","compactionId":"c1","content":{"type":"text","text":"x"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"completed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("compaction_summary_chunk",)),
    sources=("v1 and v2 schema, CompactionSummaryChunk", "RFD Session Compaction, text of August 2026 (must)"),
)
def check(case: Case) -> Iterator[Hit]:
    """A chunk for an id that the session has not seen."""
    name = at(case.held, "update", "compactionId")
    if not isinstance(name, str) or case.partial:
        return
    session: Any = case.before.held.sessions.get(case.session or "")
    if session is None or (name not in session.compactions and session.origin not in ("resume", "unknown")):
        yield Hit(f"no update has announced the compaction {found(name)}", "/params/update/compactionId")
