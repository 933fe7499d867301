"""A `$/cancel_request` names no request that its sender waits for.

## Why it matters
The receiver passes over it, so nothing is cancelled. One that crossed the answer is normal. An id that was never used,
or that is the other side's, shows that the sender counts wrongly: the two sides number their requests apart, and `1` is
not `"1"`.

## Instead
Name the id of an open request that the sender of the notification itself sent, with the JSON type it had.

```acp bad after v1-prompt
C! {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":"2"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, RpcId


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("notification",), methods=("$/cancel_request",)),
    sources=("v1 schema, CancelRequestNotification", "v2 schema, CancelRequestNotification", "v1 docs, Cancellation"),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that is answered already, the other side's, or nobody's."""
    wanted = at(case.held, "requestId")
    sender = case.sender
    if wanted is ABSENT or sender is None:
        return
    name = RpcId.of(wanted)
    exchanges = case.before.exchanges
    if exchanges.open.get((sender, name.key)):
        return
    where = pointer("params", "requestId")
    answered = exchanges.answered.get((sender, name.key))
    other = exchanges.open.get((sender.peer, name.key))
    if answered is not None:
        text = f"request {name.text} (#{answered}) has its answer already"
        yield Hit(text, where, level=Level.INFO, related=(answered,))
    elif other:
        text = f"request {name.text} (#{other[0].seq}) is one of the {sender.peer.value}'s, not of its own"
        yield Hit(text, where, related=(other[0].seq,))
    elif not case.partial:
        level = Level.INFO if case.version == 1 else Level.WARNING
        yield Hit(f"the {sender.value} has sent no request {name.text}", where, level=level)
