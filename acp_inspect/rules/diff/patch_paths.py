r"""A git patch has paths in its headers that are not absolute.

## Why it matters
Clients look the files up by these paths. With git's usual `a/` and `b/` in front, or relative to a folder that the
Client does not know, they find nothing.

## Instead
Write absolute paths without a prefix into all header lines; `/dev/null` stands for a side that does not exist.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a"}],"patch":{"format":"git_patch","text":"diff --git a/work/a b/work/a\n--- a/work/a\n+++ b/work/a\n@@ -1 +1 @@\n-x\n+y\n"}}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"modify","path":"/work/a"}],"patch":{"format":"git_patch","text":"diff --git /work/a /work/a\n--- /work/a\n+++ /work/a\n@@ -1 +1 @@\n-x\n+y\n"}}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, rule
from acp_inspect.rules.diff_contents import ON_DIFFS, patches
from acp_inspect.rules.paths import is_absolute


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=ON_DIFFS,
    sources=("v2 schema, DiffPatchFormat (MUST, MUST NOT)",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """The first such path of each patch."""
    for pointer, _, patch in patches(case):
        named = [named for section in patch.sections for named in section.paths if not is_absolute(named.path)]
        if named:
            more = f" and {len(named) - 1} more" if len(named) > 1 else ""
            words = f"the patch has the path {found(named[0].path)} after {named[0].keyword}{more}, not an absolute one"
            yield Hit(words, pointer)
