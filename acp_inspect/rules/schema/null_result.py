"""A request whose result is an object is answered with null.

## Why it matters
Common peers read null as an empty object where an empty one would do, and older prose shows it so. A strict peer
fails the call.

## Instead
Answer with an empty object.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/work/a","content":""}}
C! {"jsonrpc":"2.0","id":7,"result":null}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"/work/a","content":""}}
C  {"jsonrpc":"2.0","id":7,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("response",)),
    sources=("v1 and v2 schema, results that are objects without required members",),
)
def check(case: Case) -> Iterator[Hit]:
    """A null result that is read as an empty object. Where that would lose it, `schema/response-result` says so."""
    if case.wire is None and case.decoded is not None and not case.decoded.lost:
        yield Hit(f"{case.method} is answered with null instead of an empty object", "/result")
