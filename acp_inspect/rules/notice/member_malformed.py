"""The description or the `_meta` of a notice has the wrong type, and the Client reads it as if it were not there.

## Why it matters
The notice is shown without what the Agent had to add, and nobody is told.

## Instead
`description` is a string, `_meta` an object; null and leaving them out say the same: there is none.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network","description":{"text":"Trying again"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network","_meta":"trace"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network","description":null,"_meta":null}}}
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
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("notice",), faulty=True),
    sources=("RFD Session Notices (optional, nullable)", "v1 and v2 schema, Notice (x-deserialize-default-on-error)"),
    over=("update/salvaged-known", "ext/meta-malformed"),
)
def check(case: Case) -> Iterator[Hit]:
    """A salvaged member of the notice."""
    for problem in faults(case, Effect.SALVAGED):
        if problem.pointer in ("/update/description", "/update/_meta"):
            yield hit(case, problem, "reads it as omitted")
