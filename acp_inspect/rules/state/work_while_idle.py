"""The Agent sends output in a session that rests.

## Why it matters
Work in the background may send updates at any time. If this is the answer to something, the Agent forgot to report
that it is running, and the Client shows no progress.

## Instead
Send `running` before the output of foreground work.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.prompt_inserted import Inserted
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(
        kinds=("notification",),
        updates=("agent_message", "agent_message_chunk", "agent_thought", "agent_thought_chunk"),
    ),
    sources=("v2 docs, Prompt Lifecycle, Session States", "v2 schema, StateUpdate"),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """The first piece of a message or thought in a session that is idle and has no prompt under way."""
    session: Any = session_of(case.before, case.session)
    if session is None or case.held is ABSENT or case.sender is not Side.AGENT or session.window is not None:
        return
    activity = session.activity
    if activity.state != "idle" or activity.stop_reason == "cancelled" or case.known(Inserted).of(case.session):
        return
    role = "thought" if "thought" in (case.update or "") else "agent"
    old = session.messages.get(f"{role}:{at(case.held, 'update', 'messageId')}")
    if old is None or old.last < activity.since:
        yield Hit(f"session {case.session!r} is idle since #{activity.since}", related=(activity.since,))
