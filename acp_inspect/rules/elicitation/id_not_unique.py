"""The Agent asks the user to open an address under an id that it uses already.

## Why it matters
When the Agent says that the one is done, the Client takes the other for done, too.

## Instead
Give each request with mode `url` an `elicitationId` that no other one on the connection has, until it was declined,
cancelled or completed. Completing is optional, so better never use one again.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
A! {"jsonrpc":"2.0","id":8,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Pay","elicitationId":"e1","url":"https://pay.example/b"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}
A  {"jsonrpc":"2.0","id":8,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":8,"result":{"action":"accept"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE, earlier
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 Elicitation, URL completion (MUST)",),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that waits for its answer, or, less surely, was accepted and not completed."""
    name = at(case.wire, "elicitationId")
    if case.sender is not Side.AGENT or at(case.wire, "mode") != "url" or not isinstance(name, str):
        return
    other = earlier(case, name)
    if other is None:
        return
    if other.status == "pending":
        message = f"the elicitation {found(name)} waits for its answer"
        yield Hit(message, "/params/elicitationId", related=(other.seq,))
    elif other.status == "accept" and not other.completed:
        message = f"the elicitation {found(name)} was accepted, and is not completed"
        yield Hit(message, "/params/elicitationId", related=(other.seq,), level=Level.WARNING)
