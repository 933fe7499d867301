"""Two or more messages stand on one line.

## Why it matters
A newline ends a message, and a line is one JSON text. A receiver that reads the line finds no JSON in it, so all of
the messages are lost.

## Instead
Write a newline after each message. Where several threads write, write a message and its newline in one go.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"_example.com/a"}{"jsonrpc":"2.0","method":"_example.com/b"}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"_example.com/a"}
A  {"jsonrpc":"2.0","method":"_example.com/b"}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.unreadable import Kind, read_unreadable
from acp_inspect.wire.rpc import Malformed, MalformedKind


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("malformed",)),
    sources=("v1 and v2 Transports, stdio",),
    over=("stdio/stdout-not-json", "stdio/stdin-not-json"),
    exact=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A line whose first JSON text is followed by another one."""
    body = case.event.body
    if not isinstance(body, Malformed) or body.kind is not MalformedKind.NOT_JSON:
        return
    if read_unreadable(body.raw).kind is Kind.SEVERAL:
        yield Hit("several JSON texts on one line; receivers read none of them", effect="lost")
