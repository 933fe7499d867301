"""A line is a JSON object, but no JSON-RPC message at all.

## Why it matters
It is most likely a structured log line that went the wrong way. Receivers take it for a broken message and answer it
with an error that belongs to nothing.

## Instead
Write structured logs to stderr or to a file.

```acp bad
A! {"level":"info","msg":"ready"}
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
```

```acp good
E  {"level":"info","msg":"ready"}
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.stdio_halves import turn
from acp_inspect.wire.rpc import Malformed

_ENVELOPE: Final = frozenset({"jsonrpc", "method", "id", "result", "error", "params"})


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("malformed",)),
    sources=("v1 and v2 Transports, stdio",),
    tck=("ACP-TRANSPORT-001", "ACP-TRANSPORT-201"),
)
def check(case: Case) -> Iterator[Hit]:
    """An object without a single member of JSON-RPC's."""
    body = case.event.body
    if not isinstance(body, Malformed) or not isinstance(body.message, dict) or case.event.part is not None:
        return
    if _ENVELOPE.isdisjoint(body.message) and not turn(case).taken:
        names = ", ".join(list(body.message)[:5]) or "none"
        yield Hit(f"a JSON object that is no message (its members: {names[:80]})")
