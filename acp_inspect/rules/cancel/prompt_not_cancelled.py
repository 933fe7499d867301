"""The Client cancelled a session whose prompt was not inserted yet, and the Agent neither cancels nor inserts it properly.

## Why it matters
`session/cancel` covers the prompts that wait to be inserted. One that is inserted after the cancellation was reported
runs although the user stopped; one that fails with another error looks like a failure.

## Instead
Answer the prompts that wait when the cancellation comes with error -32800, and insert none of them. A prompt that had
been inserted before is answered with its message id.

```acp bad after v2-turn
C  {"jsonrpc":"2.0","id":10,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"And this"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
A! {"jsonrpc":"2.0","id":10,"error":{"code":-32603,"message":"aborted"}}
```

```acp good after v2-turn
C  {"jsonrpc":"2.0","id":10,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"And this"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":10,"error":{"code":-32800,"message":"Request cancelled"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.connection import Basis
from acp_inspect.protocol.entities import REQUEST_CANCELLED
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.crossing import NEAR, Read, elapsed
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_requests import CancelRequests
from acp_inspect.rules.memory.cancel_sent import CancelSent, session_of
from acp_inspect.rules.memory.prompt_inserted import Inserted
from acp_inspect.wire.rpc import ABSENT, Response, Side

_REFUSED: Final = frozenset({-32602, -32000, -32002, -32601})
"""Codes of errors that have nothing to do with a cancellation."""


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("session/prompt",)),
    sources=("v2 schema, CancelSessionNotification",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """A prompt that was open at a session/cancel, and failed otherwise, or was inserted after the work had ended."""
    body = case.event.body
    asked = case.event.answers
    if (
        case.after.basis is Basis.ASSUMED
        or not isinstance(body, Response)
        or body.id is ABSENT
        or asked is None
        or case.sender is not Side.AGENT
    ):
        return
    cancelled = next(
        (
            request.cancelled
            for request in case.before.exchanges.open.get((Side.CLIENT, body.id.key), ())
            if request.seq == asked
        ),
        None,
    )
    prompted = next((one for one in case.known(Inserted).of(case.session) if one.seq == asked), None)
    if cancelled is None or prompted is None or prompted.echoed or asked in case.known(CancelRequests).requests:
        return
    code = at(body.error, "code")
    if body.error is not ABSENT:
        if code != REQUEST_CANCELLED and code not in _REFUSED:
            read = _was_read(case, cancelled)
            text = f"session/cancel came before it was inserted (#{cancelled}), but it fails with {code}{read.doubt}"
            yield Hit(text, pointer("error"), level=read.level, related=(asked, cancelled))
        return
    session: Any = session_of(case.before, case.session)
    if session is not None and session.activity.stop_reason == "cancelled" and session.activity.since > cancelled:
        ended = session.activity.since
        text = f"the cancellation was reported (#{ended}), and only then the prompt was accepted"
        yield Hit(text, pointer("result"), related=(asked, cancelled, ended))


def _was_read(case: Case, cancelled: int) -> Read:
    sent = case.known(CancelSent).waiting.get(case.session or "")
    if sent is None or sent.seq != cancelled:
        return Read.SURE
    time = elapsed(sent.at, case.event.at)
    return Read.LIKELY if time is not None and time < NEAR else Read.SURE
