r"""A git patch has more in it than the sections of a diff, or no section at all.

## Why it matters
The text is for showing and applying. What stands around it (a commit message, a mail's head and signature) is taken for
part of the diff; without `diff --git` lines there is nothing to find the files by.

## Instead
Send what `git diff` writes: from the first `diff --git` line to the end of the last hunk.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a"}],"patch":{"format":"git_patch","text":"Subject: x\n\ndiff --git /work/a /work/a\n--- /work/a\n+++ /work/a\n@@ -1 +1 @@\n-x\n+y\n"}}]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a"}],"patch":{"format":"git_patch","text":"--- /work/a\n+++ /work/a\n@@ -1 +1 @@\n-x\n+y\n"}}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a"}],"patch":{"format":"git_patch","text":"diff --git /work/a /work/a\n--- /work/a\n+++ /work/a\n@@ -1 +1 @@\n-x\n+y\n"}}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.diff_contents import ON_DIFFS, patches


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=ON_DIFFS,
    sources=("v2 schema, DiffPatchFormat (MUST NOT)",),
)
def check(case: Case) -> Iterator[Hit]:
    """Text before the first section, a signature after the last, or no section, which is less."""
    for pointer, _, patch in patches(case):
        if not patch.sections:
            yield Hit("the patch has no `diff --git` section", pointer, level=Level.WARNING)
        elif patch.before.strip():
            yield Hit(f"the patch begins with {found(patch.before.strip())} instead of `diff --git`", pointer)
        elif patch.signature is not None:
            yield Hit(f"the patch ends with the signature {found(patch.signature)}", pointer)
