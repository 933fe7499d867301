r"""A message is framed with a `Content-Length` header, as language servers do it.

## Why it matters
ACP's messages end with a newline and have no headers. The header is a line that is no message, the empty line after it
another; a message without a newline at its end may never be read at all.

## Instead
Write the JSON text of each message and a newline, nothing else. Libraries for the Language Server Protocol need
another transport.

```acp bad
C!~ Content-Length: 77\r\n
C~  \r\n
C   {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
```

```acp good
C   {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
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
    """A line that is such a header."""
    body = case.event.body
    if not isinstance(body, Malformed) or body.kind is not MalformedKind.NOT_JSON:
        return
    if read_unreadable(body.raw).kind is Kind.HEADER:
        yield Hit("a Content-Length or Content-Type header: messages here end with a newline and have no headers")
