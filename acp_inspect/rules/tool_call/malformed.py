"""A tool call's update lacks its id, or a piece of its content cannot be read.

## Why it matters
The Client drops the whole update, and nobody is told. A bad item in the list of a `tool_call_update` would go alone; in
a chunk it is all there is.

## Instead
Send `toolCallId` as a string. The `content` of a chunk is one object: a block in `type: content`, a diff with its
`changes`, or a terminal with its `terminalId`.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","title":"Run"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_content_chunk","toolCallId":"t1","content":{"type":"terminal"}}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Run"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_content_chunk","toolCallId":"t1","content":{"type":"terminal","terminalId":"x1"}}}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import Side

_OURS: Final = re.compile(r"/update/(?:toolCallId|content(?:/(?:type|content|terminalId))?)")


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("tool_call_update", "tool_call_content_chunk"), faulty=True),
    sources=("v2 schema, ToolCallUpdate", "v2 schema, ToolCallContentChunk"),
    over=("update/malformed-known",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault of the id, or of a chunk's content outside of its blocks and diffs, that loses the update."""
    for problem in faults(case, Effect.LOST):
        if _OURS.fullmatch(problem.pointer):
            yield hit(case, problem, f"drops the {case.update}, and nobody is told")
