"""A tool call goes back to an earlier status.

## Why it matters
A call that has ended is shown as running again, perhaps for ever, and its result is doubtful: a call that was completed
cannot fail afterwards.

## Instead
A call goes from `pending` to `in_progress` and ends once. Give another try an id of its own.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","status":"completed"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
```

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","status":"completed"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","status":"pending"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","rawOutput":{}}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"pending"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.entities import CLOSED_CALLS
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.prompt_misread import Misread
from acp_inspect.rules.tool_calls import in_replay
from acp_inspect.wire.rpc import ABSENT, Side

_ORDER: Final = {"pending": 0, "in_progress": 1, "completed": 2, "failed": 2}


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("tool_call_update",)),
    sources=("v1 docs, Tool Calls, Status", "v2 schema, ToolCallStatus"),
)
def check(case: Case) -> Iterator[Hit]:
    """v1: against the order, or from one end to the other. v2: from an end to something open; no text forbids it."""
    status = at(case.held, "update", "status")
    if status is ABSENT or case.session is None or case.sender is not Side.AGENT:
        return
    session: Any = session_of(case.before, case.session)
    old = None if session is None else session.tool_calls.get(at(case.held, "update", "toolCallId"))
    if old is None or in_replay(session) or (case.session, old.id) in case.known(Misread).calls:
        return
    if case.version == 1:
        level, back = Level.WARNING, _goes_back(old.status, status)
    else:
        status = "pending" if status is None else status
        level, back = Level.INFO, old.status in CLOSED_CALLS and status not in CLOSED_CALLS
    if back:
        text = f"tool call {found(old.id)} was {old.status}, and now is {status}"
        yield Hit(text, "/params/update/status", level=level, related=(old.last,))


def _goes_back(old: str, new: object) -> bool:
    before, after = _ORDER.get(old), _ORDER.get(new) if isinstance(new, str) else None
    return before is not None and after is not None and (after < before or (before == 2 and old != new))
