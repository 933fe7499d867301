"""The Agent asks for no line of a file at all.

## Why it matters
It is legal, and the answer says nothing. Usually 0 was meant as "no limit".

## Instead
Leave `limit` out to read to the end.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a.py","limit":0}}
C  {"jsonrpc":"2.0","id":7,"result":{"content":""}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a.py","limit":10}}
C  {"jsonrpc":"2.0","id":7,"result":{"content":""}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("fs/read_text_file",)),
    sources=("v1 schema, ReadTextFileRequest/limit",),
)
def check(case: Case) -> Iterator[Hit]:
    """Limit 0."""
    limit = at(case.wire, "limit")
    if case.sender is Side.AGENT and isinstance(limit, int | float) and not isinstance(limit, bool) and limit == 0:
        yield Hit("limit is 0: no line is asked for", "/params/limit")
