"""A compaction has a status that the protocol does not know.

## Why it matters
The Client keeps the word but cannot tell whether the compaction is over: to it, it goes on. Words without `_` at the
beginning are kept for later versions of ACP.

## Instead
Use `in_progress`, `completed`, `failed` or `cancelled`; for one of your own, a word that begins with `_`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"done"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"completed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("compaction_update",), faulty=True),
    sources=("RFD Session Compaction, Identity and lifecycle", "v1 schema, CompactionStatus (open)"),
    over=("ext/open-value",),
)
def check(case: Case) -> Iterator[Hit]:
    """A string that the schema does not list and that has no `_`."""
    status = at(case.held, "update", "status")
    if case.decoded is None or not isinstance(status, str) or status.startswith("_"):
        return
    if any(one.pointer == "/update/status" for one in case.decoded.unknown):
        message = f"the status {found(status)} is kept for later versions of ACP"
        yield Hit(message, "/params/update/status", effect="kept")
