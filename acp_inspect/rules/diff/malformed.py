"""A diff lacks its changes, or has a change or a patch that the Client cannot read.

## Why it matters
A diff without changes goes as a whole. A change that cannot be read goes alone, and the file seems untouched; a patch
that cannot be read goes, and only the names of the files are shown. Nobody is told.

## Instead
`changes` is a list; each change has an `operation` and its paths: `path` to add, delete or modify, `oldPath` and `path`
to move or copy. `patch` has `format` and `text`, both strings.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","patch":{"format":"git_patch","text":""}}]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","content":[{"type":"diff","changes":[{"operation":"move","path":"/work/b"}]}]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","content":[{"type":"diff","changes":[],"patch":"diff"}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Edit","content":[{"type":"diff","changes":[{"operation":"move","oldPath":"/work/a","path":"/work/b"}]}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect, Problem
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.diff_contents import diffs
from acp_inspect.rules.faults import body, faults, hit

_PRICES: Final = {
    Effect.LOST: "rejects the message",
    Effect.DROPPED: "drops it and keeps the rest",
    Effect.SALVAGED: "reads it as omitted",
}


@rule(
    level=Level.WARNING,
    side=None,
    versions=frozenset({2}),
    on=(
        On(kinds=("request",), methods=("session/request_permission",), faulty=True),
        On(kinds=("notification",), updates=("tool_call_update", "tool_call_content_chunk"), faulty=True),
    ),
    sources=("v2 Tool Calls, Diffs", "v2 schema, Diff, DiffChange, DiffPatch"),
    over=(
        "schema/request-params",
        "schema/salvaged-field",
        "schema/skipped-item",
        "update/malformed-known",
        "update/salvaged-known",
        "update/items-dropped",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """Faults in a diff, by what goes with them; without its changes it is none."""
    found = faults(case, *_PRICES)
    if not found:
        return
    for pointer, _ in diffs(case):
        for problem in found:
            inside = (body(case) + problem.pointer).removeprefix(pointer)
            if inside.startswith(("/changes", "/patch")) and inside != body(case) + problem.pointer:
                yield hit(case, problem, _PRICES[problem.effect])._replace(level=_level(inside, problem))


def _level(inside: str, problem: Problem) -> Level | None:
    return Level.ERROR if inside == "/changes" or problem.effect is Effect.LOST else None
