"""The Agent asks for permission while no prompt of the session is open.

## Why it matters
v1 has permission requests as a part of a turn. Outside of one a Client may have no place to show the question, and its
`session/cancel` cancels nothing. Work in the background may have to ask all the same.

## Instead
Ask before the prompt is answered.

```acp bad after v1-session
A! {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import is_set_up, session_of
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("session/request_permission",)),
    sources=("v1 docs, Prompt Turn, 5. Tool Invocation and Status Reporting",),
)
def check(case: Case) -> Iterator[Hit]:
    """A permission request of a session, and none of its child sessions, without an open prompt."""
    session: Any = session_of(case.before, case.session)
    if case.sender is not Side.AGENT or case.held is ABSENT or case.partial or session is None:
        return
    if not session.turns and is_set_up(session) and session.origin != "child":
        ended = () if session.prompt is None else (session.activity.since,)
        yield Hit(f"no prompt of session {case.session!r} is open", related=ended)
