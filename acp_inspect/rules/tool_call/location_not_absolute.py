"""A location of a tool call is not given by an absolute path.

## Why it matters
The Client follows the Agent by these paths, and cannot open a file whose place it does not know.

## Instead
Send absolute paths of the system that the files are on, such as `/work/a.py` or `C:\\work\\a.py`, no URIs.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","locations":[{"path":"src/a.py"}]}}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","locations":[{"path":"file:///work/a.py"}]}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Read a","locations":[{"path":"/work/a.py"}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a","locations":[{"path":"C:\\\\\\\\work\\\\\\\\a.py"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import MOST
from acp_inspect.rules.paths import is_absolute
from acp_inspect.rules.tool_calls import ON_CALLS, items, told_calls
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=ON_CALLS,
    sources=(
        "v1 and v2 docs, Tool Calls, Following the Agent",
        "v1 and v2 docs, Overview, Argument requirements (MUST)",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """Paths that are relative, empty or URIs."""
    if case.sender is not Side.AGENT:
        return
    left = MOST
    for pointer, call in told_calls(case):
        for place, location in items(call, "locations"):
            path = location.get("path")
            if isinstance(path, str) and not is_absolute(path) and left:
                left -= 1
                yield Hit(f"a location is {found(path)}, not an absolute path", f"{pointer}/locations/{place}/path")
