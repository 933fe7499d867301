"""The title of a notice has nothing to read in it.

## Why it matters
The notice is legal and the Client shows it: an empty box. Where space is short, Clients show the title alone.

## Instead
Put words into `title` that can stand alone.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"  "}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
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
    on=On(kinds=("notification",), updates=("notice",)),
    sources=("RFD Session Notices (a title can stand alone)",),
)
def check(case: Case) -> Iterator[Hit]:
    """White space only."""
    title = at(case.held, "update", "title")
    if isinstance(title, str) and title.isspace():
        yield Hit("the title of the notice is white space only", "/params/update/title")
