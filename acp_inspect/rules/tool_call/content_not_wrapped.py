"""A tool call's content has a bare content block where a wrapped one belongs.

## Why it matters
The content of a tool call has types of its own. A v1 Client drops the bare block; to a v2 Client it is of a type that
it does not know, and is not shown.

## Instead
Wrap the block: `{"type":"content","content":{"type":"text","text":"…"}}`.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","content":[{"type":"text","text":"x"}]}}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","content":[{"type":"text","text":"x"}]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_content_chunk","toolCallId":"t1","content":{"type":"text","text":"x"}}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","content":[{"type":"content","content":{"type":"text","text":"x"}}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import MOST, dotted
from acp_inspect.rules.tool_calls import items, told_calls
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

_BLOCKS: Final = ("text", "image", "audio", "resource", "resource_link")
_UPDATES: Final = ("tool_call", "tool_call_update", "tool_call_content_chunk")


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=(
        On(kinds=("request",), methods=("session/request_permission",), faulty=True),
        On(kinds=("notification",), updates=_UPDATES, faulty=True),
    ),
    sources=(
        "v1 docs, Tool Calls, Content",
        "v2 docs, Tool Calls, Regular Content",
        "v1 and v2 schema, ToolCallContent",
    ),
    over=("update/items-dropped", "schema/skipped-item", "ext/open-value"),
)
def check(case: Case) -> Iterator[Hit]:
    """Items of the content with the type of a content block."""
    if case.sender is not Side.AGENT or case.step.definition is None:
        return
    if case.update == "tool_call_content_chunk":
        bare = at(case.wire, "update", "content")
        if case.version == 2 and at(bare, "type") in _BLOCKS:
            yield _hit("/params/update/content", bare)
        return
    left = MOST
    for pointer, call in told_calls(case):
        for place, item in items(call, "content"):
            if item.get("type") in _BLOCKS and left:
                left -= 1
                yield _hit(f"{pointer}/content/{place}", item)


def _hit(pointer: str, item: Json) -> Hit:
    text = f"{dotted(pointer)} is a bare block of type {found(at(item, 'type'))}; it belongs inside of type content"
    return Hit(text, pointer)
