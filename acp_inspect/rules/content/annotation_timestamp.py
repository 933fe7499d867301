"""The `lastModified` of an annotation is no ISO 8601 time.

## Why it matters
Receivers that sort by it, or show how old something is, cannot read it.

## Instead
Send a time such as `2026-01-12T15:00:58Z`.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"x","annotations":{"lastModified":"yesterday"}}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"x","annotations":{"lastModified":"2026-01-12T15:00:58Z"}}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.content_blocks import ON_BLOCKS, places
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import body, dotted


@rule(
    level=Level.INFO,
    side=None,
    on=ON_BLOCKS,
    sources=("v2 schema, Annotations/lastModified (should)", "v1 Content (annotations of MCP)"),
)
def check(case: Case) -> Iterator[Hit]:
    """A string that does not parse."""
    for place in places(case, "Annotations"):
        given = place.value.get("lastModified")
        if isinstance(given, str) and not _is_time(given):
            pointer = f"{body(case)}{place.pointer}/lastModified"
            yield Hit(f"{dotted(pointer)} is {found(given)}, which is no ISO 8601 time", pointer)


def _is_time(text: str) -> bool:
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return True
