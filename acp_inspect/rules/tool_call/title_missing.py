"""The first update of a tool call gives no title.

## Why it matters
The Client has nothing to show but the id, or a word of its own.

## Instead
Send a `title` with the first `tool_call_update` of a call; a better one may follow.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","status":"in_progress"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"completed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.tool_calls import history_is_known
from acp_inspect.wire.rpc import Side

_MOST: Final = 20
"""Updates of unknown kinds that are looked at."""


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("tool_call_update",)),
    sources=("v2 docs, Tool Calls, Reporting (SHOULD)",),
)
def check(case: Case) -> Iterator[Hit]:
    """An update of a call that nothing brought before, without a title that can be read."""
    call = at(case.held, "update", "toolCallId")
    session: Any = session_of(case.before, case.session)
    if not isinstance(call, str) or isinstance(at(case.held, "update", "title"), str) or case.sender is not Side.AGENT:
        return
    if history_is_known(case, session) and call not in session.tool_calls and not _was_announced(session, call):
        yield Hit(f"tool call {found(call)} begins without a title", "/params/update")


def _was_announced(session: Any, call: str) -> bool:
    """Whether one of the last updates was a `tool_call` of v1 for it: that it is of v1 is the fault then."""
    last = islice(reversed(session.unknown), _MOST)
    return any(
        unknown.update.get("sessionUpdate") == "tool_call" and unknown.update.get("toolCallId") == call
        for unknown in last
    )
