"""The Client cancels a turn where there is none.

## Why it matters
It does no harm: the cancellation may have crossed the end of the turn, or be meant for work in the background. When it
comes at another time, the Client's idea of the session differs from the Agent's.

## Instead
Send `session/cancel` while a prompt of the session waits for its answer.

```acp bad after v1-session
C! {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.INFO,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), methods=("session/cancel",)),
    sources=("v1 docs, Prompt Turn, Cancellation",),
)
def check(case: Case) -> Iterator[Hit]:
    """A session/cancel without an open prompt of the session."""
    if case.sender is not Side.CLIENT or case.held is ABSENT or case.partial:
        return
    session: Any = session_of(case.before, case.session)
    if session is None or not session.turns:
        ended = () if session is None or session.prompt is None else (session.activity.since,)
        yield Hit(f"no prompt of session {case.session!r} is open", related=ended)
