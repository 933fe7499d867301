"""A tool call has a status or a kind that v1 does not know.

## Why it matters
The Client reads the member as not given: a call that is "cancelled" goes on as running, and one of an unknown kind gets
no icon of its own. Nobody is told.

## Instead
`status` is `pending`, `in_progress`, `completed` or `failed`; end a cancelled call with `failed`. `kind` is `read`,
`edit`, `delete`, `move`, `search`, `execute`, `think`, `fetch`, `switch_mode` or `other`.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run tests","kind":"bash"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"cancelled"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run tests","kind":"execute"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted, hit, reaches
from acp_inspect.wire.rpc import Side

_MEMBERS: Final = frozenset({"/update/status", "/update/kind", "/toolCall/status", "/toolCall/kind"})


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=(
        On(kinds=("request",), methods=("session/request_permission",), faulty=True),
        On(kinds=("notification",), updates=("tool_call", "tool_call_update"), faulty=True),
    ),
    sources=("v1 docs, Tool Calls, Creating; Status", "v1 schema, ToolCallStatus", "v1 schema, ToolKind"),
    over=("update/salvaged-known", "schema/salvaged-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """A status or kind that is salvaged."""
    for effect in (Effect.SALVAGED, Effect.DEFAULTED):
        for reach, problems in reaches(case, effect):
            if reach in _MEMBERS:
                yield hit(case, problems[0], f"reads {dotted(body(case) + reach)} as not given")
