"""A member has a value of the wrong type, and its receiver reads it as if it were not there.

## Why it matters
Nothing fails and nobody is told, but what the sender said is not what the receiver knows: a capability counts as
unsupported, a limit as not given, a time as unknown.

## Instead
Send the member with the type that the schema gives it, or leave it out.

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"terminal":"yes"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"terminal":true}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted, hit, in_update, reaches


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "response", "notification"), faulty=True),
    sources=("v1 and v2 schema, members marked x-deserialize-default-on-error",),
)
def check(case: Case) -> Iterator[Hit]:
    """A member that is salvaged, outside of a session update."""
    for reach, problems in reaches(case, Effect.SALVAGED):
        if case.method != "session/update" or not in_update(reach):
            yield hit(case, problems[0], f"reads {dotted(body(case) + reach)} as omitted")
