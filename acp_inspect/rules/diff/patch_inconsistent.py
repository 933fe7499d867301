r"""A git patch and the changes it comes with contradict each other.

## Why it matters
The Client shows the list of changes and, for details, the patch: the user approves one thing and gets another.

## Instead
Let each section of the patch be about a file that is in `changes`, with the same operation. The patch may leave changes
out, binary files for one.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/b"}],"patch":{"format":"git_patch","text":"diff --git /work/a /work/a\n--- /work/a\n+++ /work/a\n@@ -1 +1 @@\n-x\n+y\n"}}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a"},{"operation":"add","path":"/work/i.png"}],"patch":{"format":"git_patch","text":"diff --git /work/a /work/a\n--- /work/a\n+++ /work/a\n@@ -1 +1 @@\n-x\n+y\n"}}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.diff_contents import ON_DIFFS, changes, patches
from acp_inspect.rules.git_patch import Section
from acp_inspect.rules.paths import is_absolute

_OPERATIONS: Final = frozenset({"add", "delete", "modify", "move", "copy"})


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=ON_DIFFS,
    sources=("v2 Tool Calls, Diffs (MUST)", "v2 schema, Diff"),
)
def check(case: Case) -> Iterator[Hit]:
    """The first section of a patch whose file is in no change, or in one with another operation."""
    for pointer, diff, patch in patches(case):
        told: dict[str, str] = {}
        for _, change in changes(diff):
            path, operation = change.get("path"), change.get("operation")
            if isinstance(path, str) and isinstance(operation, str):
                told[path] = operation
        for section in patch.sections:
            words = _contradiction(section, told)
            if words is not None:
                yield Hit(words, pointer)
                break


def _contradiction(section: Section, told: dict[str, str]) -> str | None:
    path = section.path("rename to", "copy to", "+++", "---", "diff --git")
    if path is None:
        return None
    operation = _of(path, told)
    if operation is None:
        return f"the patch is about {found(path)}, which is in no change"
    if operation in _OPERATIONS and operation != section.operation:
        return f"the patch would {section.operation} {found(path)}, but its change says {found(operation)}"
    return None


def _of(path: str, told: dict[str, str]) -> str | None:
    """The operation of the change of a path; None where there is none. Older drafts have git's relative paths."""
    if is_absolute(path):
        return told.get(path)
    plain = path[2:] if path.startswith(("a/", "b/")) else path
    for one in (path, plain):
        for known, operation in told.items():
            if known == one or known.replace("\\", "/").endswith("/" + one.lstrip("/")):
                return operation
    return None
