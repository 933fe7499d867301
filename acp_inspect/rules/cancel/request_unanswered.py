"""A request that its sender cancelled is never answered.

## Why it matters
Cancelling does not take a request back: it asks for an answer soon. The side that asked waits for ever.

## Instead
Answer each request, also a cancelled one: with its result, with what there is of it, or with error -32800.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
A  {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
A  {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":7}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32800,"message":"Request cancelled"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.case import Case
from acp_inspect.rules.crossing import LONG, elapsed
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_endings import Ending
from acp_inspect.rules.memory.cancel_requests import CancelRequests, Named
from acp_inspect.trace.correlate import OpenRequest
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("end",)),
    sources=("v1 docs, Cancellation", "v2 docs, Cancellation"),
)
def check(case: Case) -> Iterator[Hit]:
    """Requests with a $/cancel_request that are open when the connection has ended, and could have been answered."""
    known = case.known(CancelRequests)
    ending = case.known(Ending)
    if not known.requests or not ending.over or case.after.gaps:
        return
    for request in case.before.exchanges.pending():
        named = known.requests.get(request.seq)
        if named is not None and _had_time(request, named, known, ending):
            text = f"$/cancel_request was sent for it (#{named.seq}), and it has no answer"
            level = Level.WARNING if case.version == 1 or case.after.basis is Basis.ASSUMED else Level.ERROR
            owner = request.owner
            yield Hit(text, seq=request.seq, side=owner, level=level, related=(named.seq,), session=request.session)


def _had_time(request: OpenRequest, named: Named, known: CancelRequests, ending: Ending) -> bool:
    if request.owner is Side.AGENT and ending.failed:
        return False
    if request.owner is Side.CLIENT and ending.by_client:
        return True
    if known.last(request.owner) > named.seq:
        return True
    time = elapsed(named.at, ending.of(request.owner)[1])
    return time is not None and time >= LONG
