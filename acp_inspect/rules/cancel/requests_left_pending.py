"""The Agent ends cancelled work, or closes the session, and leaves questions to the user open.

## Why it matters
The user is asked to decide about something that is over, and the Client does not know that it may take the question
away.

## Instead
Cancel the open permission requests and elicitations of the work with `$/cancel_request` before its end is reported.
Those of work that goes on in the background stay open.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"cancelled"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"$/cancel_request","params":{"requestId":9}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"cancelled"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.state_action import QUESTIONS
from acp_inspect.rules.turns import cancelled_end
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=(
        On(kinds=("notification",), updates=("state_update",)),
        On(kinds=("response",), methods=("session/close",)),
    ),
    sources=(
        "v2 schema, CreateElicitationRequest",
        "TypeScript SDK 2.4.0, v2 ActiveSession.requestPermission",
    ),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """Open questions of the session, older than the cancellation, that no $/cancel_request names."""
    if case.after.gaps:
        return
    if case.kind == "response":
        if case.event.outcome is not Outcome.OK or case.event.answers is None:
            return
        before, when = case.event.answers, "the session is closed"
    else:
        end = cancelled_end(case)
        if end is None or end.reason != "cancelled":
            return
        before, when = end.sent.seq, "the work ends as cancelled"
    session: Any = session_of(case.before, case.session)
    left = sorted(
        (request.seq, request.method)
        for request in case.before.exchanges.of_session(case.session)
        if request.sender is Side.AGENT
        and request.method in QUESTIONS
        and request.seq < before
        and request.cancelled is None
        and (case.kind == "response" or not _beside(session, request.seq))
    )
    if left:
        names = ", ".join(f"{method} #{seq}" for seq, method in left[:5])
        yield Hit(f"{when}, but {names} waits for the user", related=tuple(seq for seq, _ in left[:20]))


def _beside(session: Any, asked: int) -> bool:
    """Whether a permission is about work that is listed as going on in the background."""
    permission = None if session is None else session.permissions.get(asked)
    if permission is None or permission.tool_call is None:
        return False
    return any(work.get("toolCallId") == permission.tool_call for work in session.activity.background or ())
