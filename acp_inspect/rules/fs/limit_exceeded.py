"""The Client returns more lines of a file than the Agent asked for.

## Why it matters
An Agent limits what it reads to keep its context small, and goes through a file piece by piece. Lines that come twice
spoil both.

## Instead
Return at most `limit` lines, from `line` on.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a.py","limit":1}}
C! {"jsonrpc":"2.0","id":7,"result":{"content":"a\\nb\\n"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a.py","limit":2}}
C  {"jsonrpc":"2.0","id":7,"result":{"content":"a\\nb\\n"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("fs/read_text_file",)),
    sources=("v1 docs, File System, Reading Files",),
)
def check(case: Case) -> Iterator[Hit]:
    """More lines than the limit; a newline at the end ends the last line."""
    limit = None if case.step.ask is None else case.step.ask.params.get("limit")
    content = at(case.held, "content")
    if not isinstance(limit, int) or isinstance(limit, bool) or not isinstance(content, str) or not succeeded(case):
        return
    lines = content.count("\n") + (content != "" and not content.endswith("\n"))
    if lines > limit >= 0:
        related = () if case.event.answers is None else (case.event.answers,)
        yield Hit(f"content has {lines} lines; at most {limit} were asked for", "/result/content", related=related)
