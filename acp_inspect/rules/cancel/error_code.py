"""An error does not fit what was cancelled: -32800 where nobody cancelled, or another code for a cancelled request.

## Why it matters
-32800 is how the two sides agree that a request ended because it was cancelled. It is legal when a side cancels by
itself, and a cancelled request may fail for a reason of its own, so this is only worth a look.

## Instead
Answer a request that failed because it was cancelled with -32800, and keep the code for that.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error"}}
```

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request cancelled"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.entities import REQUEST_CANCELLED
from acp_inspect.rules.answers import METHOD_NOT_FOUND
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_requests import CancelRequests
from acp_inspect.rules.memory.cancel_sent import CancelSent
from acp_inspect.trace.correlate import OpenRequest
from acp_inspect.wire.rpc import ABSENT, Response


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("response",)),
    sources=("v1 docs, Cancellation, Internal Cancellation", "v2 docs, Cancellation, Internal Cancellation"),
)
def check(case: Case) -> Iterator[Hit]:
    """An error code on the wrong side of a cancellation."""
    body = case.event.body
    if not isinstance(body, Response) or body.error is ABSENT:
        return
    asked = case.event.answers
    code = at(body.error, "code")
    if asked is None or not isinstance(code, int) or isinstance(code, bool):
        return
    named = case.known(CancelRequests).requests.get(asked)
    where = pointer("error", "code")
    if named is not None and code not in (REQUEST_CANCELLED, METHOD_NOT_FOUND):
        yield Hit(f"the request was cancelled (#{named.seq}), but fails with {code}", where, related=(named.seq,))
    elif named is None and code == REQUEST_CANCELLED and not case.after.gaps and not _cancelled(case, body):
        yield Hit("the other side did not cancel this request", where, related=(asked,))


def _cancelled(case: Case, body: Response) -> bool:
    """Whether a session/cancel, or the end of its session, cancelled the request."""
    open_: tuple[OpenRequest, ...] = ()
    if case.sender is not None and body.id is not ABSENT:
        open_ = case.before.exchanges.open.get((case.sender.peer, body.id.key), ())
    return (
        any(request.cancelled is not None for request in open_)
        or (case.session or "") in case.known(CancelSent).waiting
    )
