"""An embedded resource has both text and blob.

## Why it matters
A resource is one or the other. Receivers take the text and pass over the blob, so what is only in the blob is lost.

## Instead
Send `text` for what is text, `blob` for what is not.

```acp bad after v1-all-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource","resource":{"uri":"file:///work/a","text":"x","blob":"eA=="}}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource","resource":{"uri":"file:///work/a","text":"x"}}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.content_blocks import ON_BLOCKS, places
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import body, dotted


@rule(
    level=Level.WARNING,
    side=None,
    on=ON_BLOCKS,
    sources=("v1 and v2 Content, Embedded Resource (either)", "v1 and v2 schema, EmbeddedResourceResource"),
    over=("ext/custom-root-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """Both at once."""
    for place in places(case, "EmbeddedResourceResource"):
        if isinstance(place.value.get("text"), str) and isinstance(place.value.get("blob"), str):
            pointer = body(case) + place.pointer
            message = f"{dotted(pointer)} has text and blob; receivers take the text"
            yield Hit(message, pointer, level=Level.INFO if case.version == 1 else None)
