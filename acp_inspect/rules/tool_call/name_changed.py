"""A tool call's name changes.

## Why it matters
Clients group and filter calls by the name of the tool. One that changes moves the call about, or is taken for another
tool.

## Instead
Send `name` with the first report of the call, and change it later only to correct it.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","name":"read_file"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","name":"grep","status":"completed"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","name":"read_file"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","name":"read_file","status":"completed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("tool_call_update",)),
    sources=("RFD Tool Call Name (SHOULD NOT)", "v1 schema, ToolCallUpdate/name"),
)
def check(case: Case) -> Iterator[Hit]:
    """Another name than before; info where the announcement had none."""
    name = at(case.held, "update", "name")
    session: Any = session_of(case.before, case.session)
    if not isinstance(name, str) or session is None or case.sender is not Side.AGENT:
        return
    old = session.tool_calls.get(at(case.held, "update", "toolCallId"))
    if old is None or old.name == name:
        return
    if old.name is not None:
        text = f"tool call {found(old.id)} was of the tool {found(old.name)}, and now is of {found(name)}"
        yield Hit(text, "/params/update/name", related=(old.first,))
    elif not old.implicit:
        text = f"tool call {found(old.id)} gets its name {found(name)} only now"
        yield Hit(text, "/params/update/name", level=Level.INFO, related=(old.first,))
