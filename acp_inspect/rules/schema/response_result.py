"""The result of a request lacks something that is required, or has it in a form that no receiver accepts.

## Why it matters
The side that asked cannot read the answer, so its call fails although the other side did the work: a session exists
that the Client knows nothing of, a turn ended that it still waits for.

## Instead
Answer with the members that the schema requires for the method, with the types it gives them; or with an `error`.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{}}
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
from acp_inspect.wire.rpc import ABSENT


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",), faulty=True),
    sources=("v1 and v2 schema, the definition of each method's result",),
    tck=("ACP-SCHEMA-001",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault that loses the result. No result at all is a fault of JSON-RPC, and for its rules."""
    if case.wire is not ABSENT:
        for problem in faults(case, Effect.LOST):
            yield hit(case, problem, "cannot read the answer, and its call fails")
