"""A line is a JSON array: a batch of messages, which ACP does not have.

## Why it matters
Receivers refuse the whole array with one error (-32600, id null) and look at none of its messages; some give up the
connection. Only the v2 draft of August 2026 allowed batches; for that, check with the dialect `aug`.

## Instead
Write each message on a line of its own.

```acp bad after v1-open
C! [{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}]
A  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.wire.rpc import Malformed, MalformedKind


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "notification", "response", "malformed"), odd=True),
    sources=("v1 Transports, stdio", "v2 schema 2.4.0 (batches were removed in schema 1.14.0)"),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    tck=("ACP-TRANSPORT-001",),
)
def check(case: Case) -> Iterator[Hit]:
    """The first entry of an array, or an empty one."""
    if case.event.part == 0:
        body = case.event.body
        empty = isinstance(body, Malformed) and body.kind is MalformedKind.EMPTY_BATCH
        what = "an empty array" if empty else f"an array of {case.event.parts}"
        yield Hit(f"{what} instead of a message; receivers refuse it as a whole", effect="lost")
