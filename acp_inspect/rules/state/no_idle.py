"""The Agent ends its output while a session still counts as working.

## Why it matters
The last that the Client knows is that the work goes on, so it shows a session that hangs.

## Instead
Report `idle` when no foreground work is left, also before the Agent exits.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
=! {"control":"stream-ended","stream":"a2c","reason":"eof"}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
=  {"control":"stream-ended","stream":"a2c","reason":"eof"}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_endings import Ending
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.state_action import has_questions
from acp_inspect.rules.memory.state_runs import Runs
from acp_inspect.rules.turns import calls_since
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("end",)),
    sources=("v2 docs, Prompt Lifecycle, Session States", "v2 schema, StateUpdate"),
    tck=("ACP-STATE-202",),
)
def check(case: Case) -> Iterator[Hit]:
    """Sessions at work when the Agent left by itself, although nothing of the work was open."""
    ending = case.known(Ending)
    if not ending.agent or ending.failed or ending.by_client or case.after.gaps:
        return
    for name, run in case.known(Runs).sessions.items():
        session: Any = session_of(case.before, name)
        if not run.began or session is None or session.status == "closed" or has_questions(case, name):
            continue
        if not any(call.open for call in calls_since(case.before, name, run.began)):
            text = f"session {name!r} is {session.activity.state} since #{run.began}, and the Agent ends"
            yield Hit(text, seq=ending.agent, related=(run.began,), session=name)
