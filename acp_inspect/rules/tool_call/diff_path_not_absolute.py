"""A diff in a tool call has a path that is not absolute.

## Why it matters
The Client cannot tell which file is meant, so it can neither open it nor apply the change.

## Instead
Send the absolute path of the file, no URI.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Edit a","content":[{"type":"diff","path":"a.py","newText":"x"}]}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Edit a","content":[{"type":"diff","path":"/work/a.py","newText":"x"}]}}}
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
    versions=frozenset({1}),
    on=ON_CALLS,
    sources=("v1 docs, Tool Calls, Diffs", "v1 schema, Diff/path"),
)
def check(case: Case) -> Iterator[Hit]:
    """Paths of diffs that are relative, empty or URIs."""
    if case.sender is not Side.AGENT:
        return
    left = MOST
    for pointer, call in told_calls(case):
        for place, item in items(call, "content"):
            path = item.get("path")
            if item.get("type") == "diff" and isinstance(path, str) and not is_absolute(path) and left:
                left -= 1
                yield Hit(f"a diff is of {found(path)}, not an absolute path", f"{pointer}/content/{place}/path")
