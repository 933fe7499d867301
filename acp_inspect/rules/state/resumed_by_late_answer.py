"""The Agent begins to work when it gets an answer to a question of work that is over.

## Why it matters
When the work has ended, the answer is to be passed over: the user may have decided about something that is no longer
asked. An Agent may also begin by itself at that moment, so this is only a hint.

## Instead
Take back open questions with `$/cancel_request` when the work ends, and do nothing on a late answer.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.state_action import Actions
from acp_inspect.wire.rpc import Side

_SOON: Final = 10
"""Events."""


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 schema, StateUpdate", "v2 schema, ClientNotification, session/cancel"),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """Running, soon after an answer to a question that is older than the end of the work."""
    late = case.known(Actions).late.get(case.session or "")
    if late is None or case.sender is not Side.AGENT or at(case.held, "update", "state") != "running":
        return
    if case.seq - late.answer <= _SOON:
        text = f"the answer (#{late.answer}) to a question of finished work (#{late.asked}) came just before"
        yield Hit(text, pointer("params", "update", "state"), related=(late.asked, late.answer))
