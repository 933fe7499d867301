r"""The `uri` of a link, a resource or an image is no URI.

## Why it matters
In v2 the schema asks for a URI, and peers that check it reject the prompt or drop the block. In v1 any string passes,
but what is only a path cannot be told from a relative reference.

## Instead
Send a URI with its scheme: `file:///work/a.py` rather than `/work/a.py` or `C:\work\a.py`.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","uri":"/work/a.py","name":"a.py"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","uri":"/work/a.py","name":"a.py"}]}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","uri":"file:///work/a.py","name":"a.py"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.formats import is_uri
from acp_inspect.protocol.problem import Effect, found
from acp_inspect.rules.case import Case
from acp_inspect.rules.content_blocks import ON_BLOCKS, places
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import body, dotted, faults
from acp_inspect.rules.places import Place

_DRIVE: Final = re.compile(r"[A-Za-z]:[\\/]")
_PRICES: Final = {
    Effect.LOST: "the receiver rejects the message",
    Effect.DROPPED: "the receiver drops the block and keeps the rest",
    Effect.SALVAGED: "the receiver reads it as omitted",
}


@rule(
    level=Level.ERROR,
    side=None,
    on=ON_BLOCKS,
    sources=("v1 and v2 Content", "v2 schema, ResourceLink/uri and its like (format uri)"),
    over=(
        "schema/request-params",
        "schema/skipped-item",
        "schema/salvaged-field",
        "update/malformed-known",
        "update/items-dropped",
        "update/salvaged-known",
        "content/malformed-block",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """In v1 worth knowing. In v2 as bad as its price; a Windows path passes as a URI there, and is one of nothing."""
    for place in places(case, "ContentBlock", "EmbeddedResourceResource"):
        uri = place.value.get("uri")
        if isinstance(uri, str) and (not is_uri(uri) or _DRIVE.match(uri)):
            yield _judged(case, place, uri)


def _judged(case: Case, place: Place, uri: str) -> Hit:
    pointer = f"{body(case)}{place.pointer}/uri"
    message = f"{dotted(pointer)} is {found(uri)}, which is no URI with a scheme"
    if case.version == 1:
        return Hit(message, pointer, level=Level.INFO)
    for problem in faults(case, *_PRICES):
        if problem.pointer == f"{place.pointer}/uri":
            level = None if problem.effect is Effect.LOST else Level.WARNING
            return Hit(f"{message}; {_PRICES[problem.effect]}", pointer, level=level, effect=problem.effect.value)
    return Hit(message, pointer, level=Level.WARNING)
