"""The Client advertises notices in v2, which has no such capability.

## Why it matters
It has no effect: in v2 every Client gets notices. The habit comes from v1, where the capability decides.

## Instead
Leave it out of `capabilities`. A Client that may be answered v1 asks for v1 in its own form.

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{"session":{"notices":{}}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{}}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.INFO,
    side=Side.CLIENT,
    versions=frozenset({2}),
    on=On(kinds=("request",), methods=("initialize",)),
    sources=("RFD Session Notices, Version-specific capability", "v2 schema, Notice"),
    over=("ext/custom-root-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """v1's member in v2's capabilities, or its misspelling."""
    for name in ("notices", "notice"):
        if case.sender is Side.CLIENT and at(case.wire, "capabilities", "session", name) is not ABSENT:
            pointer = f"/params/capabilities/session/{name}"
            yield Hit(f"v2 has no capability session.{name}: notices need none", pointer)
