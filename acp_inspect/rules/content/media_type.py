"""A `mimeType` is no media type, or not one of what it stands at.

## Why it matters
Receivers choose by it how to show or decode the data.

## Instead
Send `type/subtype`: `image/…` for an image, `audio/…` for audio, and the one that the data are of.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"image","mimeType":"png","data":"iVBORw0KGgo="}]}}}
```

```acp bad after v1-all-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"text/plain","data":"iVBORw0KGgo="}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

import binascii
import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.content_blocks import ON_BLOCKS, places
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import body, dotted
from acp_inspect.rules.places import Place

_FORM: Final = re.compile(r"[!#$&^_.+A-Za-z0-9-]{1,127}/[!#$&^_.+A-Za-z0-9-]{1,127}(?:\s*;.*)?", re.ASCII | re.DOTALL)
_SIGNATURES: Final = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF8", "image/gif"),
    (b"%PDF-", "application/pdf"),
    (b"OggS", "audio/ogg"),
    (b"fLaC", "audio/flac"),
    (b"ID3", "audio/mpeg"),
)
_ALIKE: Final = {
    "image/jpg": "image/jpeg",
    "image/pjpeg": "image/jpeg",
    "audio/mp3": "audio/mpeg",
    "audio/opus": "audio/ogg",
}
_ALIKE_SUBTYPES: Final = ("x-", "vnd.")


@rule(
    level=Level.INFO,
    side=None,
    on=ON_BLOCKS,
    sources=("v1 and v2 Content", "v2 schema, MediaType", "RFC 6838, section 4.2"),
)
def check(case: Case) -> Iterator[Hit]:
    """The form, the family that a block demands, and the signature of the data."""
    for place in places(case, "ContentBlock", "EmbeddedResourceResource", "Icon"):
        given = place.value.get("mimeType")
        if not isinstance(given, str):
            continue
        pointer = f"{body(case)}{place.pointer}/mimeType"
        name = dotted(pointer)
        if not _FORM.fullmatch(given):
            level = Level.WARNING if case.version == 2 else None
            yield Hit(f"{name} is {found(given)}, which is no media type", pointer, level=level)
        elif place.tag in ("image", "audio") and not given.casefold().startswith(f"{place.tag}/"):
            yield Hit(f"{name} of an {place.tag} is {found(given)}", pointer)
        elif (data := _signed(place)) is not None and _plain(given) not in (data, "application/octet-stream"):
            yield Hit(f"{name} is {found(given)}, but the data begin as those of {data} do", pointer)


def _plain(given: str) -> str:
    plain = given.partition(";")[0].strip().casefold()
    family, _, subtype = plain.partition("/")
    for prefix in _ALIKE_SUBTYPES:
        subtype = subtype.removeprefix(prefix)
    plain = f"{family}/{subtype}"
    return _ALIKE.get(plain, plain)


def _signed(place: Place) -> str | None:
    """The media type that the first bytes of the data tell of."""
    data = place.value.get("data" if place.tag in ("image", "audio") else "blob")
    if not isinstance(data, str):
        return None
    try:
        head = binascii.a2b_base64(data[:16])
    except ValueError:
        return None
    return next((kind for signature, kind in _SIGNATURES if head.startswith(signature)), None)
