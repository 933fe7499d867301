r"""An error's message is long or has several lines.

## Why it matters
It is meant for one line on a screen or in a log. A stack trace in it is shown to the user, or cut off where it matters.

## Instead
Say what went wrong in one sentence, and put the rest into `data`.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Traceback (most recent call last):\n  File \"x.py\", line 1\nKeyError: 'a'"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error","data":{"details":"KeyError: 'a'"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Response

_LONG: Final = 300


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("response",), odd=True),
    sources=("JSON-RPC 2.0, section 5.1, message", "v1 and v2 schema, Error"),
    tck=("ACP-ERROR-001",),
)
def check(case: Case) -> Iterator[Hit]:
    """A message with a line break, or longer than most sentences."""
    body = case.event.body
    text = at(body.error, "message") if isinstance(body, Response) else ABSENT
    if isinstance(text, str) and ("\n" in text.strip() or len(text) > _LONG):
        yield Hit(
            f"the error's message has {len(text)} characters on {text.count(chr(10)) + 1} lines", "/error/message"
        )
