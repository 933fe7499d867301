r"""A diff of text comes without a patch.

## Why it matters
The user sees which files change, and not what changes in them.

## Instead
Send a `patch` whenever one can be made. For binary files, say so by `fileType`.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a"}]}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a"}],"patch":{"format":"git_patch","text":"diff --git /work/a /work/a\n--- /work/a\n+++ /work/a\n@@ -1 +1 @@\n-x\n+y\n"}}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.diff_contents import ON_DIFFS, changes, diffs


@rule(
    level=Level.INFO,
    side=None,
    versions=frozenset({2}),
    on=ON_DIFFS,
    sources=("v2 schema, Diff (SHOULD)",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """Changes of text, moves aside, and no patch."""
    for pointer, diff in diffs(case):
        text = any(
            change.get("fileType") in (None, "text") and change.get("operation") in ("add", "delete", "modify")
            for _, change in changes(diff)
        )
        if text and diff.get("patch") is None:
            yield Hit("the diff has no patch", pointer)
