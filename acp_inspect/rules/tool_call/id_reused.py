"""The Agent announces a tool call under an id that another call of the session has.

## Why it matters
The Client has one call for one id: the new one overwrites the old, whose title and result are gone from the
conversation.

## Instead
Give each call an id that is new in the session. To refine a call, send `tool_call_update`.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","status":"completed"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read b","status":"pending"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read b","status":"completed"}}}
```

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","status":"completed"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read b","status":"pending"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","status":"pending"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a.py","status":"completed"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t2","title":"Read b","status":"completed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.entities import CLOSED_CALLS
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.state_runs import Run, Runs
from acp_inspect.rules.tool_calls import in_replay
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("tool_call", "tool_call_update")),
    sources=("v1 docs, Tool Calls, Creating", "v1 schema, ToolCall/toolCallId", "v2 schema, ToolCallUpdate/toolCallId"),
    over=("tool-call/status-regression",),
)
def check(case: Case) -> Iterator[Hit]:
    """v1: a second `tool_call`. v2: a finished call that becomes active and another one in later work."""
    update: Any = at(case.held, "update")
    session: Any = session_of(case.before, case.session)
    if update is ABSENT or session is None or case.sender is not Side.AGENT or in_replay(session):
        return
    old = session.tool_calls.get(update["toolCallId"])
    if old is None:
        return
    if case.version == 1:
        # What comes after the answer to a load may be the rest of its replay.
        replayed = any(span.begin <= old.first <= span.end for span in session.replays[-1:])
        if case.update == "tool_call" and not old.implicit and not replayed:
            over = "" if old.open else f", and is {old.status}"
            text = f"tool call {found(old.id)} was announced in #{old.first} already{over}"
            level = Level.WARNING if old.open else Level.ERROR
            yield Hit(text, "/params/update/toolCallId", level=level, related=(old.first,))
        return
    run = case.known(Runs).sessions.get(case.session or "", Run())
    status = update.get("status", ABSENT)
    reopened = status is None or (isinstance(status, str) and status not in CLOSED_CALLS)
    if not reopened or old.open or not run.began or old.last >= run.began:
        return
    changed = [
        name
        for name, was in (("title", old.title), ("kind", old.kind), ("name", old.name))
        if isinstance(update.get(name), str) and update[name] != was
    ]
    if changed:
        text = f"tool call {found(old.id)} was {old.status} in earlier work; now it begins with another {changed[0]}"
        yield Hit(text, "/params/update", related=(old.first, old.last))
