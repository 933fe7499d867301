"""The params of a request lack something that is required, or have it in a form that no receiver accepts.

## Why it matters
The receiver answers error -32602 instead of doing what it was asked. Some peers fall back to defaults that the sender
never meant.

## Instead
Send the members that the schema requires, with the types it gives them. Members that are not required may be left out.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
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
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request",), faulty=True),
    sources=("v1 and v2 schema, the definition of each method's params", "JSON-RPC 2.0, section 5.1, -32602"),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault that loses the request."""
    for problem in faults(case, Effect.LOST):
        yield hit(case, problem, "rejects the request (-32602)")
