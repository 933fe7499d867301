"""The Agent asks for a file from line 0, but lines are counted from 1.

## Why it matters
Clients take line 0 for the first line, or refuse it; an Agent that counts from 0 gets every piece one line too early or
too late. The schema allows 0, so nothing else finds it.

## Instead
Count from 1. To read from the beginning, leave `line` out.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a.py","line":0}}
C  {"jsonrpc":"2.0","id":7,"result":{"content":"a"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a.py","line":1}}
C  {"jsonrpc":"2.0","id":7,"result":{"content":"a"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("fs/read_text_file",)),
    sources=("v1 docs, File System, Reading Files", "v1 docs, Overview, Argument requirements (MUST)"),
)
def check(case: Case) -> Iterator[Hit]:
    """Line 0. Negative ones are a matter of the schema."""
    line = at(case.wire, "line")
    if case.sender is Side.AGENT and isinstance(line, int | float) and not isinstance(line, bool) and line == 0:
        yield Hit("line is 0; the first line is 1", "/params/line")
