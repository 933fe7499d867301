"""The Client cancels the work of a session that is not open on this connection.

## Why it matters
Nobody answers a notification, so the Client never learns that it cancelled nothing. When the id is wrong, the work that
the user wants to stop goes on.

## Instead
Send `session/cancel` with the id of a session that was created or resumed on this connection and is not closed.

```acp bad after v2-session
C! {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s2"}}
```

```acp good after v2-turn
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import is_set_up, session_of
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), methods=("session/cancel",)),
    sources=("v2 docs, Prompt Lifecycle, Cancellation",),
    over=("session/not-active",),
)
def check(case: Case) -> Iterator[Hit]:
    """A session/cancel for a session that is unknown or closed."""
    if case.sender is not Side.CLIENT or case.held is ABSENT or case.after.gaps:
        return
    session: Any = session_of(case.before, case.session)
    where = pointer("params", "sessionId")
    if session is not None and session.status == "closed":
        yield Hit(f"session {case.session!r} was closed", where, related=(session.activity.since,))
    elif not is_set_up(session) and not case.partial and (session is None or session.status != "resuming"):
        yield Hit(f"session {case.session!r} was not created or resumed on this connection", where)
