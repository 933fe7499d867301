"""The Client cancelled the work, but never answers a permission request of it.

## Why it matters
The Agent waits for the answer before it can end the work, and may hang for ever.

## Instead
When `session/cancel` is sent, answer each open permission request of the session with the outcome `cancelled`. (In the
newer drafts of v2 the Agent takes its requests back itself, and this is not asked of the Client.)

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"cancelled"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.crossing import LONG, elapsed
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_endings import Ending
from acp_inspect.rules.memory.cancel_sent import Asked, CancelSent, is_working
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=(On(kinds=("request",), methods=("session/prompt",)), On(kinds=("end",))),
    sources=(
        "v1 docs, Prompt Turn, Cancellation",
        "v1 docs, Tool Calls, Requesting Permission",
        "v2 docs of August 2026, Prompt Lifecycle, Cancellation",
    ),
    dialects=frozenset({Dialect.AUGUST}),
    over=("cancel/request-unanswered", "permission/unanswered"),
)
def check(case: Case) -> Iterator[Hit]:
    """A permission that was open at a session/cancel, and is so when the Client prompts again, or at the end."""
    permissions = case.known(CancelSent).permissions
    if not permissions or case.after.gaps:
        return
    if case.kind == "request":
        if case.sender is not Side.CLIENT or case.held is ABSENT or is_working(case.before, case.session):
            return
        left = {seq: asked for seq, asked in permissions.items() if asked.session == case.session}
        when = "when the Client sends the next prompt"
    else:
        ending = case.known(Ending)
        left = {seq: asked for seq, asked in permissions.items() if _had_time(case, asked, ending)}
        when = "when the connection ends"
    for seq, asked in sorted(left.items()):
        text = f"session/cancel was sent (#{asked.cancel}), but this has no answer {when}"
        yield Hit(text, seq=seq, related=(asked.cancel,), session=asked.session)


def _had_time(case: Case, asked: Asked, ending: Ending) -> bool:
    """Whether the Client could have answered: the work had its end, or there was time enough."""
    if not ending.over:
        return False
    if not is_working(case.before, asked.session):
        return True
    time = elapsed(asked.at, ending.of(Side.CLIENT)[1])
    return time is not None and time >= LONG
