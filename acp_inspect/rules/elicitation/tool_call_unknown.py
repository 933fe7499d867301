"""A question to the user belongs to a tool call that the session does not have.

## Why it matters
The Client cannot show the question at the call, and the user does not see what asks.

## Instead
Announce the tool call first, and name it by its `toolCallId`; or leave the member out.

```acp bad after v1-all-prompt
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","toolCallId":"t9","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
```

```acp good after v1-all-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Ask"}}}
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","toolCallId":"t1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 schema, ElicitationSessionScope.toolCallId", "v2 Elicitation"),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that no update had, in a session whose whole history the recording shows."""
    session = case.before.held.sessions.get(case.session or "")
    call = at(case.wire, "toolCallId")
    if case.sender is not Side.AGENT or case.partial or session is None or not isinstance(call, str):
        return
    if session.origin == "new" and not session.replays and session.window is None and call not in session.tool_calls:
        level = Level.INFO if case.version == 2 else None
        yield Hit(f"the session has no tool call {found(call)}", "/params/toolCallId", level=level)
