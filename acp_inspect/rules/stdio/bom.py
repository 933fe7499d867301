r"""A line begins with a byte order mark.

## Why it matters
JSON that is sent must not begin with one. Some receivers pass over it, strict ones find no JSON in the line, so it
works by luck.

## Instead
Write UTF-8 without a mark (in many libraries `utf-8`, not `utf-8-sig`).

```acp bad
C!~ \xef\xbb\xbf{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}\n
```

```acp good
C   {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import OddityKind
from acp_inspect.wire.rpc import Malformed, Notification, Request, Response


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "notification", "response", "malformed"), odd=True),
    sources=("RFC 8259, section 8.1", "v1 and v2 Transports, stdio"),
    exact=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A message after a byte order mark. Once a line, also where it is a batch."""
    body = case.event.body
    if not isinstance(body, Request | Notification | Response | Malformed) or case.event.part not in (None, 0):
        return
    if any(oddity.kind is OddityKind.BOM for oddity in body.oddities):
        level = Level.ERROR if case.version == 1 else Level.WARNING
        yield Hit("the line begins with a byte order mark, which strict receivers refuse", level=level)
