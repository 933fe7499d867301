"""Data that must be base64 is not.

## Why it matters
The receiver cannot decode the image, the sound or the file. A `data:` URL in `data` is the usual mistake.

## Instead
Send base64 of RFC 4648, section 4: its alphabet, padding, no line breaks, and nothing before it.

```acp bad after v1-all-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"data:image/png;base64,iVBORw0KGgo="}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

import binascii
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.content_blocks import ON_BLOCKS, places
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import body, dotted

_MEMBERS: Final = {"image": "data", "audio": "data", None: "blob"}


@rule(
    level=Level.WARNING,
    side=None,
    on=ON_BLOCKS,
    sources=("v1 and v2 Content", "v2 schema, ImageContent/data and its like (contentEncoding)", "RFC 4648, section 4"),
)
def check(case: Case) -> Iterator[Hit]:
    """v2's schema says the encoding, v1's only the prose. What lacks only its padding, or all of it, is less."""
    strict = Level.ERROR if case.version == 2 else Level.WARNING
    for place in places(case, "ContentBlock", "EmbeddedResourceResource"):
        member = _MEMBERS.get(place.tag) if place.definition == "ContentBlock" else "blob"
        value = place.value.get(member) if member is not None else None
        if not isinstance(value, str):
            continue
        pointer = f"{body(case)}{place.pointer}/{member}"
        name = dotted(pointer)
        if not value:
            level = Level.WARNING if case.version == 2 else Level.INFO
            yield Hit(f"{name} is empty", pointer, level=level)
        elif not _is_base64(value):
            if _is_base64(value + "=" * (-len(value) % 4)):
                level = Level.WARNING if case.version == 2 else Level.INFO
                yield Hit(f"{name} is base64 without its padding", pointer, level=level)
            else:
                yield Hit(f"{name} is {found(value)}, which is no base64", pointer, level=strict)


def _is_base64(text: str) -> bool:
    try:
        binascii.a2b_base64(text, strict_mode=True)
    except ValueError:
        return False
    return True
