"""The Agent waits for its user, and still reports that it is running.

## Why it matters
A Client shows by the state that something is to be done. Whether other work really went on meanwhile, the messages do
not tell, so this is only a hint.

## Instead
Send `requires_action` when all of the foreground waits for the user, and `running` when it goes on.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"requires_action"}}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.state_action import QUESTIONS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=QUESTIONS),
    sources=("v2 docs, Prompt Lifecycle, Session States",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """An answer of the user's with nothing at all between it and its question, in a session that runs."""
    session: Any = session_of(case.before, case.session)
    asked = case.event.answers
    if asked is None or case.sender is not Side.CLIENT or session is None:
        return
    if session.activity.state == "running" and case.seq == asked + 1:
        text = f"nothing came until the answer (#{case.seq}), but the session is still reported as running"
        yield Hit(text, seq=asked, related=(case.seq,))
