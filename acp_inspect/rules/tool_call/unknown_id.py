"""The Agent reports on a tool call that it never announced.

## Why it matters
A v1 Client has neither title nor kind to show; some show an error instead. In v2 a piece of content for an unknown call
makes an empty one that waits.

## Instead
Announce a call first: in v1 by `tool_call`, in v2 by a `tool_call_update` with a title.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t9","status":"completed"}}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_content_chunk","toolCallId":"t9","content":{"type":"content","content":{"type":"text","text":"x"}}}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_content_chunk","toolCallId":"t1","content":{"type":"content","content":{"type":"text","text":"x"}}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.tool_calls import history_is_known
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("tool_call_update", "tool_call_content_chunk")),
    sources=(
        "v1 docs, Tool Calls, Updating",
        "v1 schema, ToolCallUpdate",
        "v2 schema, ToolCallContentChunk",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """The first report on an id that nothing brought; one that a question for permission brought is known."""
    expected = "tool_call_update" if case.version == 1 else "tool_call_content_chunk"
    call = at(case.held, "update", "toolCallId")
    if case.update != expected or not isinstance(call, str) or case.sender is not Side.AGENT:
        return
    session: Any = session_of(case.before, case.session)
    if not history_is_known(case, session) or call in session.tool_calls:
        return
    level = Level.WARNING if case.version == 1 else Level.INFO
    yield Hit(f"tool call {found(call)} was not announced", "/params/update/toolCallId", level=level)
