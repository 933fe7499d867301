"""A `_meta` is not an object, and its receiver reads it as if it were not there.

## Why it matters
What stands in it is lost, and nobody is told.

## Instead
`_meta` is an object, or null, which says that there is none.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"},"_meta":["x"]}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"},"_meta":{"example.com/x":1}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "notification", "response"), faulty=True),
    sources=("v1 and v2 Extensibility, The _meta Field", "v1 and v2 schema, _meta (x-deserialize-default-on-error)"),
    over=("schema/salvaged-field", "update/salvaged-known"),
    tck=("ACP-META-201",),
)
def check(case: Case) -> Iterator[Hit]:
    """A salvaged `_meta`, anywhere."""
    for problem in faults(case, Effect.SALVAGED):
        if problem.pointer.endswith("/_meta") and problem.reach == problem.pointer:
            yield hit(case, problem, "reads it as omitted")
