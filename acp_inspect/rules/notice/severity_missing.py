"""A notice has no severity, or one that is not a string.

## Why it matters
The Client drops the whole notice, and nobody is told.

## Instead
Send `severity` with each notice: `info`, `warning`, `error`, or a word of your own that begins with `_`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":null,"title":"No network"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
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
    sources=("RFD Session Notices (required and non-null)", "v1 and v2 schema, Notice/severity"),
    over=("update/malformed-known",),
)
def check(case: Case) -> Iterator[Hit]:
    """A severity that loses the notice."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer == "/update/severity":
            yield hit(case, problem, "drops the notice, and nobody is told")
