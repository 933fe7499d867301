"""A path in a diff is not absolute.

## Why it matters
The Client cannot tell which file is meant: it does not know what the path is relative to.

## Instead
Send absolute paths of the system that the files are on, no URIs.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"a.py"}]}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a.py"}]}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.diff_contents import ON_DIFFS, changes, diffs
from acp_inspect.rules.faults import MOST, dotted
from acp_inspect.rules.paths import is_absolute


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=ON_DIFFS,
    sources=("v2 Tool Calls, Diffs", "v2 schema, AbsolutePath"),
)
def check(case: Case) -> Iterator[Hit]:
    """Relative and empty paths, and URIs. Operations that nobody knows may have paths of their own kind."""
    left = MOST
    for pointer, diff in diffs(case):
        for number, change in changes(diff):
            if change.get("operation") not in ("add", "delete", "modify", "move", "copy"):
                continue
            for name in ("path", "oldPath"):
                path = change.get(name)
                if isinstance(path, str) and not is_absolute(path) and left:
                    left -= 1
                    place = f"{pointer}/changes/{number}/{name}"
                    yield Hit(f"{dotted(place)} is {found(path)}, which is no absolute path", place)
