"""The Agent ends a turn as cancelled, although the Client cancelled nothing.

## Why it matters
`cancelled` tells the Client that its own cancellation was carried out. A user who did not cancel sees a turn that just
stops, without a reason.

## Instead
Where the Agent gave up by itself, answer with the stop reason that fits (`max_tokens`, `refusal` …) or with an error;
-32800 says that a request was cancelled internally.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_requests import CancelRequests
from acp_inspect.rules.memory.cancel_sent import CancelSent, session_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("session/prompt",)),
    sources=("v1 docs, Prompt Turn, Stop Reasons", "v1 schema, StopReason"),
)
def check(case: Case) -> Iterator[Hit]:
    """A cancelled turn that nothing of the Client's explains."""
    asked = case.event.answers
    if at(case.held, "stopReason") != "cancelled" or asked is None or case.after.gaps or case.before.client_ended:
        return
    sent = case.known(CancelSent).waiting.get(case.session or "")
    explained = (sent is not None and sent.seq > asked) or asked in case.known(CancelRequests).requests
    if not explained and not _dismissed(case, asked):
        yield Hit("the Client did not cancel this turn", pointer("result", "stopReason"), related=(asked,))


def _dismissed(case: Case, asked: int) -> bool:
    """Whether the Client answered a permission of the turn as cancelled: then the Agent had reason to stop."""
    session: Any = session_of(case.before, case.session)
    if session is None:
        return False
    for mention in reversed(session.timeline):
        if mention.seq < asked:
            return False
        if mention.ref.kind == "permission" and session.permissions[int(mention.ref.key)].status == "cancelled":
            return True
    return False
