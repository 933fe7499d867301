"""The error for an unsupported version does not say which versions are supported.

## Why it matters
Error -32022 is there so that the Client can choose another version, or name the missing one to the user. Without its
data, or with data that contradicts it, it is an error like any other.

## Instead
Send `data` with `requested`, the version that was asked for, and `supported`, a list of numbers that are all above it.
If one is not, answer with that version instead.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A! {"jsonrpc":"2.0","id":0,"error":{"code":-32022,"message":"Unsupported protocol version"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":0,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"requested":0,"supported":[1,2]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Response, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("initialize",), odd=True),
    sources=("v2 schema, InitializeResponse and UnsupportedProtocolVersionErrorData",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """Data of another form, about another version, or with a version that would have done."""
    body = case.event.body
    asked = case.before.offered
    if case.sender is not Side.AGENT or not isinstance(body, Response) or at(body.error, "code") != _UNSUPPORTED:
        return
    requested, supported = at(body.error, "data", "requested"), at(body.error, "data", "supported")
    if not _whole(requested):
        yield Hit("the data does not say which version was requested", "/error")
    elif asked is not None and requested != asked:
        yield Hit(f"the data speaks of version {found(requested)}; {asked} was asked for", "/error/data/requested")
    if not isinstance(supported, list) or not all(map(_whole, supported)):
        yield Hit("the data does not say which versions are supported", "/error")
    elif asked is not None and any(version <= asked for version in supported):
        yield Hit(f"a supported version is not above {asked}, so it is the answer", "/error/data/supported")


def _whole(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


_UNSUPPORTED: Final = -32022
