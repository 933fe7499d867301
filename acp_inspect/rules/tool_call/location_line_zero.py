"""A location of a tool call has a line that is none: lines are counted from 1.

## Why it matters
An Agent that counts from 0 leads the user to the line above. v2 Clients pass over a line 0; in v1 the schema allows it,
so nothing else finds it.

## Instead
Count from 1, or leave `line` out.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","locations":[{"path":"/work/a.py","line":0}]}}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","locations":[{"path":"/work/a.py","line":0}]}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","locations":[{"path":"/work/a.py","line":1}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","locations":[{"path":"/work/a.py","line":null}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import MOST
from acp_inspect.rules.tool_calls import ON_CALLS, items, told_calls
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=ON_CALLS,
    sources=(
        "v1 and v2 docs, Overview, Argument requirements (MUST)",
        "v1 and v2 schema, ToolCallLocation/line",
    ),
    over=("update/salvaged-known", "schema/salvaged-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """Line 0; in v2 whatever is no whole number from 1 on. In v1 that is a matter of the schema."""
    if case.sender is not Side.AGENT:
        return
    left = MOST
    for pointer, call in told_calls(case):
        for place, location in items(call, "locations"):
            line = location.get("line")
            if line is not None and left and _is_wrong(line, case.version):
                left -= 1
                yield Hit(f"line is {found(line)}; the first line is 1", f"{pointer}/locations/{place}/line")


def _is_wrong(line: Json, version: int) -> bool:
    if isinstance(line, bool) or not isinstance(line, int | float):
        return version == 2
    if version == 2 and isinstance(line, float) and not line.is_integer():
        return True
    return line == 0 or (version == 2 and line < 1)
