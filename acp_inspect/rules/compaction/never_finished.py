"""A compaction that was begun is never told to be over.

## Why it matters
The Client shows it as going on, and does not know what became of the context.

## Instead
End each compaction by an update with the status `completed`, `failed` or `cancelled`, at the latest before the session
is closed.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"in_progress"}}}
=  {"control":"stream-ended","stream":"a2c","reason":"eof"}
```

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"in_progress"}}}
C  {"jsonrpc":"2.0","id":10,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":10,"result":{}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"cancelled"}}}
C  {"jsonrpc":"2.0","id":10,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":10,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.control import Exited, StreamEnded
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=(On(kinds=("response",), methods=("session/close",)), On(kinds=("stream-ended", "exited"))),
    sources=("RFD Session Compaction, Identity and lifecycle (must eventually)",),
)
def check(case: Case) -> Iterator[Hit]:
    """When the session is closed; or when the Agent goes by itself, in v1 only where it has answered prompts since."""
    held = case.before.held
    if case.kind == "response":
        if case.event.outcome is Outcome.OK and case.sender is Side.AGENT:
            yield from _unfinished(held.sessions.get(case.session or ""), "the session is closed", case.seq)
        return
    if case.before.agent_ended is not None or case.before.client_ended is not None or not _went(case):
        return
    for session in held.sessions.values():
        for one in _unfinished(session, "the Agent ended", case.seq):
            if case.version == 2 or _worked_on(session, one.seq or 0):
                yield one


def _went(case: Case) -> bool:
    """Whether the Agent ended by itself: its output is over, and no signal was why."""
    match case.event.body:
        case StreamEnded(stream=Stream.AGENT_TO_CLIENT):
            return True
        case Exited(signal=None):
            return True
    return False


def _worked_on(session: Any, seq: int) -> bool:
    return any(prompt.seq > seq and prompt.status == "done" for prompt in session.prompts.values())


def _unfinished(session: Any, why: str, seq: int) -> Iterator[Hit]:
    if session is None or session.status in ("closed", "deleted"):
        return
    for compaction in session.compactions.values():
        if compaction.status == "in_progress":
            words = f"{why}, and the compaction {found(compaction.id)} is still in progress"
            yield Hit(words, "/params/update", seq=compaction.last, related=(seq,))
