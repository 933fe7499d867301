r"""A line is JSON only to lenient readers: `NaN`, single quotes, comments, a trailing comma or raw control characters.

## Why it matters
The message works between two peers that are equally lenient and fails at the next one, which answers with a parse
error and loses it.

## Instead
Write JSON with a library for it, and no text representation of the language's own values. Numbers that are not finite
have no place in JSON: leave the member out. Text that cannot be encoded is better replaced before it is sent.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":2,"cost":{"amount":NaN,"currency":"USD"}}}}
```

```acp bad after v1-session
A! {'jsonrpc': '2.0', 'method': '_example.com/a', 'params': None}
A! {"jsonrpc":"2.0","method":"_example.com/a","params":{"text":"\ud800"}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":2}}}
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
    sources=("JSON-RPC 2.0, section 3", "RFC 8259, sections 6, 7 and 8.2"),
    over=("stdio/stdout-not-json", "stdio/stdin-not-json"),
    exact=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A line that strict readers refuse, or (a warning) text that no reader can decode. Once a line."""
    body = case.event.body
    if not isinstance(body, Request | Notification | Response | Malformed) or case.event.part not in (None, 0):
        return
    if isinstance(body, Malformed) and body.kind is MalformedKind.NOT_JSON:
        read = read_unreadable(body.raw)
        if read.kind is Kind.DIALECT:
            yield Hit(f"no JSON to a strict reader: {read.detail}", effect="lost")
        return
    for oddity in body.oddities:
        if oddity.kind is OddityKind.LONE_SURROGATE:
            message = f"half a surrogate pair, which is no character: {oddity.detail}"
            yield Hit(message, level=Level.WARNING)
            return
