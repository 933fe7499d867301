"""The Agent sets a tool call's status, kind or title to null, which resets it.

## Why it matters
In v2 null means "back to the default": the call waits again, is of the kind `other`, or has no title. In v1 null meant
"no change", and code that writes a null for everything it has nothing to say about does harm now.

## Instead
Leave out what does not change.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","status":"in_progress"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":null,"title":"Read a.py"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a.py","rawOutput":null}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("tool_call_update",)),
    sources=("v2 schema, ToolCallUpdate",),
    over=("tool-call/status-regression",),
)
def check(case: Case) -> Iterator[Hit]:
    """A null where the call had another value than the default."""
    update: Any = at(case.held, "update")
    session: Any = session_of(case.before, case.session)
    if not isinstance(update, dict) or session is None or case.sender is not Side.AGENT:
        return
    old = session.tool_calls.get(update["toolCallId"])
    if old is None:
        return
    for name, was, default in (
        ("status", old.status, "pending"),
        ("kind", old.kind, "other"),
        ("title", old.title, None),
    ):
        if name in update and update[name] is None and was != default:
            text = f"{name} is null, which makes it {default or 'none'}; it was {found(was)}"
            yield Hit(text, pointer("params", "update", name))
