"""A list or map is null, and its receiver reads it as empty.

## Why it matters
The schema asks for a list and lets receivers be tolerant. Not all are: what reads well here may be an error -32602
with another peer.

## Instead
Send an empty list or map. Where the member is not required, leaving it out says the same.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":null}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("request", "response", "notification"), faulty=True),
    sources=("v1 and v2 schema, members marked x-deserialize-default-on-null",),
)
def check(case: Case) -> Iterator[Hit]:
    """A null that is read as empty."""
    for problem in faults(case, Effect.DEFAULTED):
        yield hit(case, problem, "reads it as empty")
