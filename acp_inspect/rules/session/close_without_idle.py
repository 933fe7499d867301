"""The Agent closes a session that works, and never says that the work was cancelled.

## Why it matters
The Client shows the session as running until it hears otherwise, and after the answer to `session/close` nothing more
may come.

## Instead
Cancel the work, send its last updates and a `state_update` with `idle` and the stop reason `cancelled`, and only then
answer `session/close`.

```acp bad after v2-turn
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":3,"result":{}}
```

```acp good after v2-turn
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_closing import Closings
from acp_inspect.rules.sessions import succeeded
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/close",)),
    sources=("v2 schema, CloseSessionRequest",),
)
def check(case: Case) -> Iterator[Hit]:
    """A successful answer without `idle` since the request. Another stop reason may tell of work that ended by itself
    meanwhile: a note."""
    now = case.known(Closings).sessions.get(case.session) if case.session is not None else None
    if now is None or now.request != case.event.answers or not succeeded(case):
        return
    if now.state not in ("running", "requires_action"):
        return
    if not now.idle:
        words = f"the session was {now.state} when it was closed, and no idle state_update came before the answer"
        yield Hit(words, "/result", related=(now.request,))
    elif now.reason != "cancelled":
        reason = "no stop reason" if now.reason is ABSENT else f"stop reason {found(now.reason)}"
        words = f"the session became idle with {reason} while it was being closed"
        yield Hit(words, "/result", related=(now.idle, now.request), level=Level.INFO)
