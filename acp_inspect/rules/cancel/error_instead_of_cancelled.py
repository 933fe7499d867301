"""The Client cancelled the work of a session, and the Agent reports the end as a failure.

## Why it matters
Stopping a model or a tool often raises an error inside the Agent. Passed on, it shows the user a failure where the
user only pressed stop.

## Instead
Catch what the stop raises, and end the work with stop reason `cancelled`. An error -32800 is right only for a prompt
that the Client cancelled with `$/cancel_request`.

```acp bad after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"AbortError: the operation was aborted"}}
```

```acp bad after v2-turn
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"error","error":{"code":-32603,"message":"aborted"}}}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":2}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.entities import REQUEST_CANCELLED
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.crossing import NEAR, Read, ago, elapsed
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_requests import CancelRequests
from acp_inspect.rules.turns import cancelled_end
from acp_inspect.wire.rpc import Side

_AUTH_REQUIRED: Final = -32000


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=(
        On(kinds=("response",), methods=("session/prompt",)),
        On(kinds=("notification",), updates=("state_update",)),
    ),
    sources=("v1 docs, Prompt Turn, Cancellation", "v2 docs, Prompt Lifecycle, Cancellation"),
    tck=("ACP-CANCEL-001", "ACP-CANCEL-203", "ACP-CANCEL-207"),
)
def check(case: Case) -> Iterator[Hit]:
    """An error, or in v2 a reason that nobody knows, at the end of cancelled work."""
    end = cancelled_end(case)
    if end is None or not end.failed:
        return
    code = at(case.message, "error", "code")
    named = case.event.answers in case.known(CancelRequests).requests
    if code == _AUTH_REQUIRED or (code == REQUEST_CANCELLED and named):
        return
    time = elapsed(end.sent.at, case.event.at)
    read = Read.LIKELY if time is not None and time < NEAR else Read.SURE
    if case.kind == "response":
        what, where = f"error {found(code)}" if isinstance(code, int) else "an error", pointer("error")
    else:
        what, where = f"stop reason {found(end.reason)}", pointer("params", "update", "stopReason")
    text = f"session/cancel was sent {ago(time)} (#{end.sent.seq}), but the work ends with {what}{read.doubt}"
    yield Hit(text, where, level=read.level, related=(end.sent.seq,))
