r"""A line is not written in UTF-8.

## Why it matters
Messages are UTF-8. One receiver puts replacement characters into the text, another drops the whole line, so the same
bytes arrive differently or not at all. File names and the output of programs in the locale's encoding are the usual
way in.

## Instead
Decode foreign bytes before they go into a message, and write UTF-8 whatever the locale says.

```acp bad after v1-prompt
A!~ {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn","_meta":{"example.com":"\xe9"}}}\n
```

```acp bad
C!~ {\x00"\x00i\x00d\x00"\x00:\x001\x00}\x00\n
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn","_meta":{"example.com":"é"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.unreadable import Kind, read_unreadable
from acp_inspect.wire.json_text import OddityKind
from acp_inspect.wire.rpc import Malformed, MalformedKind, Notification, Request, Response


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "notification", "response", "malformed"), odd=True),
    sources=("v1 and v2 Transports, first paragraph", "RFC 8259, section 8.1"),
    tck=("ACP-TRANSPORT-002",),
    over=("stdio/stdout-not-json", "stdio/stdin-not-json"),
    exact=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A message with bytes that are no UTF-8, or one in another encoding. Once a line, also where it is a batch."""
    body = case.event.body
    if not isinstance(body, Request | Notification | Response | Malformed) or case.event.part not in (None, 0):
        return
    for oddity in body.oddities:
        if oddity.kind is OddityKind.NOT_UTF8:
            yield Hit(f"the line is no UTF-8: {oddity.detail}; receivers replace the bytes or drop the line")
            return
    if isinstance(body, Malformed) and body.kind is MalformedKind.NOT_JSON:
        read = read_unreadable(body.raw)
        if read.kind is Kind.OTHER_ENCODING:
            yield Hit(f"the line is no UTF-8: {read.detail}", effect="lost")
