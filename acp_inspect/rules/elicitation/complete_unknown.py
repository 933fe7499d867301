"""The Agent says that something is done that it never asked the user for on this connection.

## Why it matters
The Client ignores it, and goes on to wait for what it was asked to open. On another connection the id means nothing, or
something else.

## Instead
Send the `elicitationId` of the request, to the Client that got the request.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e9"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
A  {"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import COMPLETE
from acp_inspect.rules.memory.elicitation_ids import ElicitationIds
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), methods=(COMPLETE,)),
    sources=("v1 and v2 Elicitation, URL completion (MUST)",),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that no request had."""
    name = at(case.wire, "elicitationId")
    known = case.known(ElicitationIds)
    if case.sender is not Side.AGENT or case.partial or known.full or not isinstance(name, str):
        return
    if name not in known.requests:
        yield Hit(f"no elicitation {found(name)} was requested", "/params/elicitationId")
