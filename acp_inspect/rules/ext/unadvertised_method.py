"""A request of somebody's own is sent to a peer that did not advertise it.

## Why it matters
It is allowed to ask. A peer that says nothing of an extension will most likely answer -32601.

## Instead
Advertise extensions in the `_meta` of your capabilities, under the name that their methods have, and send requests
where the other side has done so.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":2,"method":"_acme/x","params":{}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"_meta":{"acme":{"x":true}}}}}
C  {"jsonrpc":"2.0","id":2,"method":"_acme/x","params":{}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

_DEEPEST: Final = 8


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("request",)),
    sources=("v1 and v2 Extensibility, Advertising Custom Capabilities (SHOULD)",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A `_` request whose namespace is in no `_meta` of the receiver's capabilities."""
    method = case.method or ""
    if not method.startswith("_") or case.partial:
        return
    space = method[1:].partition("/")[0].casefold()
    peer = case.before.agent if case.sender is Side.CLIENT else case.before.client
    if not any(space in name or name in space for name in _names(peer.capabilities)):
        yield Hit(f"nothing in the capabilities of the receiver tells of {found(method)}", "/method")


def _names(value: Json, inside: bool = False, depth: int = 0) -> Iterator[str]:
    """The names in all `_meta` of some capabilities."""
    if isinstance(value, dict) and depth < _DEEPEST:
        for name, item in value.items():
            if inside and name:
                yield name.casefold()
            yield from _names(item, inside or name == "_meta", depth + 1)
