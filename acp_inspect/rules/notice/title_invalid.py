"""A notice has no title, an empty one, or one that is not a string.

## Why it matters
The Client drops the whole notice, and nobody is told. The text of a notice is its `title`: what stands in `message` or
`text` is not looked at.

## Instead
Put the one line that matters into `title`; details may follow in `description`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":""}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","message":"No network"}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network","description":"Working with what is there."}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("notice",), faulty=True),
    sources=("RFD Session Notices (required, non-null, non-empty)", "v1 and v2 schema, Notice/title"),
    over=("update/malformed-known",),
)
def check(case: Case) -> Iterator[Hit]:
    """A title that loses the notice."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer == "/update/title":
            yield hit(case, problem, "drops the notice, and nobody is told")
