"""A notification is answered.

## Why it matters
A notification has no id, so its sender cannot know what the answer is about, and takes it for an error in something
else.

## Instead
Pass over notifications that you do not know or cannot use.

```acp bad after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Method not found: session/cancel"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.null_id import About, null_id


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",), odd=True),
    sources=("JSON-RPC 2.0, section 4.1", "v1 and v2 Overview, Error Handling"),
    tck=("ACP-JSONRPC-003", "ACP-BATCH-202"),
    over=("jsonrpc/null-id-response", "jsonrpc/null-id-error", "jsonrpc/unclassifiable"),
)
def check(case: Case) -> Iterator[Hit]:
    """An error with id null, or without, that names a notification; or with null and a code about methods after one."""
    seen = null_id(case)
    if seen is not None and seen.about is About.NOTIFICATION and not case.partial:
        yield Hit(f"answers the notification {seen.method[:80]}", related=seen.related)
