"""The Client answers a permission request as cancelled, although it did not cancel the turn.

## Why it matters
`cancelled` means that the turn was stopped, so an Agent ends its work without a word. A user who only refused one step
does not get the other way that the Agent could have tried.

## Instead
Answer a refusal with an option to reject. Where the user dismisses the question to stop the Agent, send
`session/cancel`, too.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C! {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"cancelled"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"n"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"cancelled"}}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_endings import Ending
from acp_inspect.rules.memory.permission_answers import Dismissed, PermissionAnswers
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=(On(kinds=("response",), methods=("session/prompt",)), On(kinds=("end",))),
    sources=("v1 docs, Tool Calls, Requesting Permission",),
)
def check(case: Case) -> Iterator[Hit]:
    """A dismissal that no cancellation had explained by the end of the turn, or of the connection."""
    dismissed = case.known(PermissionAnswers).dismissed
    if case.after.gaps:
        return
    if case.kind == "response":
        for one in dismissed.get(case.session or "", ()) if case.sender is Side.AGENT else ():
            yield _hit(one, case.session)
    elif case.known(Ending).over and not case.known(Ending).by_client:
        for session, ones in dismissed.items():
            for one in ones:
                yield _hit(one, session)


def _hit(one: Dismissed, session: str | None) -> Hit:
    # Without an option to reject there was no better answer.
    level = Level.WARNING if one.refusable else Level.INFO
    text = "the turn was not cancelled" + (", and an option to reject was offered" if one.refusable else "")
    where = pointer("result", "outcome", "outcome")
    return Hit(text, where, seq=one.answer, level=level, related=(one.request,), session=session)
