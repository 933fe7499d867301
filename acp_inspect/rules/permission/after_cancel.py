"""The Client cancelled the work, and then answers a permission of it with something other than `cancelled`.

## Why it matters
An approval after the cancellation lets the Agent do just what the user stopped. An error makes it treat the question as
broken.

## Instead
Once `session/cancel` was sent, answer each open permission request of the session with the outcome `cancelled`. In v2
those of work in the background stay open and may be decided. An error -32800 is fine where the Agent took the request
back with `$/cancel_request`.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
C! {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```

```acp bad after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
C! {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"cancelled"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.entities import REQUEST_CANCELLED
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.crossing import elapsed
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_requests import CancelRequests
from acp_inspect.rules.memory.cancel_sent import CancelSent, session_of
from acp_inspect.wire.rpc import ABSENT, Response, Side

_CROSSES: Final = 100_000_000
"""Nanoseconds. A user may decide just before the question is taken back."""


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("response",), methods=("session/request_permission",)),
    sources=(
        "v1 docs, Prompt Turn, Cancellation",
        "v1 docs, Tool Calls, Requesting Permission",
        "v2 docs, Prompt Lifecycle, Cancellation",
        "v2 schema, RequestPermissionOutcome/cancelled",
    ),
    over=("permission/unsupported-by-client",),
)
def check(case: Case) -> Iterator[Hit]:
    """An answer after the Client's session/cancel, or in v2 after the Agent's $/cancel_request, that is no cancellation."""
    asked = case.event.answers
    body = case.event.body
    if asked is None or case.sender is not Side.CLIENT or not isinstance(body, Response):
        return
    outcome = at(case.held, "outcome", "outcome")
    pending = case.known(CancelSent).permissions.get(asked)
    named = case.known(CancelRequests).requests.get(asked)
    if pending is not None:
        after = f"session/cancel was sent before (#{pending.cancel})"
        if outcome == "selected" and not _beside(case, asked):
            yield Hit(
                f"{after}, but the permission is answered with a choice",
                pointer("result"),
                related=(pending.cancel, asked),
            )
        elif case.version == 1 and body.error is not ABSENT:
            code = at(body.error, "code")
            if not (code == REQUEST_CANCELLED and named is not None):
                yield Hit(
                    f"{after}, but the permission is answered with an error",
                    pointer("error"),
                    related=(pending.cancel, asked),
                )
    elif case.version == 2 and named is not None and outcome == "selected":
        time = elapsed(named.at, case.event.at)
        level = Level.INFO if time is not None and time < _CROSSES else Level.WARNING
        text = f"the Agent took the request back (#{named.seq}), but it is answered with a choice"
        yield Hit(text, pointer("result"), level=level, related=(named.seq, asked))


def _beside(case: Case, asked: int) -> bool:
    """v2: whether the permission is about work that is listed as going on in the background."""
    session: Any = session_of(case.before, case.session)
    permission = None if session is None or case.version == 1 else session.permissions.get(asked)
    if permission is None or permission.tool_call is None:
        return False
    return any(work.get("toolCallId") == permission.tool_call for work in session.activity.background or ())
