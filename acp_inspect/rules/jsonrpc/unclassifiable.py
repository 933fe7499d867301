"""A message is neither a request, nor a notification, nor a response, or it is two of them at once.

## Why it matters
A receiver tells the three apart by their members. Of a mixture it takes one half and loses the other; a response
without id answers nothing, and its request stays open for ever.

## Instead
A request has `method` and `id`, a notification `method` alone, a response `id` and either `result` or `error`; `method`
is a string.

```acp bad after v1-prompt
C! {"jsonrpc":"2.0","id":5}
C! {"jsonrpc":"2.0","id":6,"method":7}
A! {"jsonrpc":"2.0","id":2,"method":"session/prompt","result":{"stopReason":"end_turn"}}
A! {"jsonrpc":"2.0","result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.stdio_halves import turn
from acp_inspect.wire.rpc import ABSENT, Malformed, MalformedKind, Notification, Request, Response

_ENVELOPE: Final = frozenset({"jsonrpc", "method", "id", "params"})


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("malformed", "request", "notification", "response"), odd=True),
    sources=("JSON-RPC 2.0, sections 4, 4.1 and 5",),
    tck=("ACP-TRANSPORT-001", "ACP-JSONRPC-002"),
    over=("jsonrpc/wrong-direction",),
)
def check(case: Case) -> Iterator[Hit]:
    """An object with some of the envelope's members and not those of one kind of message."""
    body = case.event.body
    if case.event.part is not None:
        return
    match body:
        case Malformed(kind=MalformedKind.METHOD_NOT_STRING, message=message):
            yield Hit(f"method is {found(at(message, 'method'))} instead of a string", "/method", effect="lost")
        case Malformed(kind=MalformedKind.NEITHER, message=dict(message)):
            if not _ENVELOPE.isdisjoint(message) and not turn(case).taken:
                yield Hit("neither method nor result nor error is there", effect="lost")
        case Request(message=message) | Notification(message=message):
            extra = [name for name in ("result", "error") if name in message]
            if extra:
                message_text = f"method and {extra[0]} are both there; receivers read it as a request or notification"
                yield Hit(message_text, pointer(extra[0]), effect="lost")
        case Response(id=id) if id is ABSENT:
            yield Hit("the response has no id, so it answers nothing", effect="lost")
