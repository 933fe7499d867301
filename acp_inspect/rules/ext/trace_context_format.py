"""A `_meta` has trace context that is not in the W3C form.

## Why it matters
`traceparent`, `tracestate` and `baggage` at the root of `_meta` are kept for W3C trace context. Tools for tracing drop
what they cannot read, and the trace falls apart.

## Instead
`traceparent` is `00-` with 32, 16 and 2 lower-case hexadecimal digits, joined by `-`; the others are strings.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}],"_meta":{"traceparent":"abc"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}],"_meta":{"traceparent":"00-80e1afed08e019fc1110464cfa66635c-7a085853722dc6d2-01"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body
from acp_inspect.wire.json_text import Json

_PARENT: Final = re.compile(
    r"(?:00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}|(?!00|ff)[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?)"
)
_ZEROS: Final = re.compile(r"..-(?:0{32}-|[0-9a-f]{32}-0{16}-)")


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "notification", "response")),
    sources=("v1 and v2 Extensibility, The _meta Field (SHOULD)", "W3C Trace Context, traceparent Header"),
)
def check(case: Case) -> Iterable[Hit]:
    """The three names in the `_meta` of a message or of an update."""
    members = case.wire
    if not isinstance(members, dict):
        return ()
    hits: list[Hit] = []
    if "_meta" in members:
        hits += _judged(members["_meta"], f"{body(case)}/_meta")
    if case.update is not None and "_meta" in members["update"]:
        hits += _judged(members["update"]["_meta"], "/params/update/_meta")
    return hits


def _judged(meta: Json, pointer: str) -> Iterator[Hit]:
    if not isinstance(meta, dict):
        return
    for name in ("traceparent", "tracestate", "baggage"):
        if name not in meta or meta[name] is None:
            continue
        value = meta[name]
        if not isinstance(value, str):
            yield Hit(f"{name} is {found(value)} instead of a string", f"{pointer}/{name}")
        elif name == "traceparent" and (not _PARENT.fullmatch(value) or _ZEROS.match(value)):
            yield Hit(f"traceparent is {found(value)}, which is no W3C trace context", f"{pointer}/{name}")
