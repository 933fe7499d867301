"""The Agent says again that something is done, or that something is done that the user did not agree to.

## Why it matters
Clients ignore it. But the Agent's idea of what the user did is not the Client's.

## Instead
Send `elicitation/complete` once for each `url` request that was accepted, after the user has finished.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}
A! {"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e1"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
A  {"jsonrpc":"2.0","method":"elicitation/complete","params":{"elicitationId":"e1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import COMPLETE, earlier
from acp_inspect.wire.rpc import Side

_ENDS: Final = {
    "decline": "was declined",
    "cancel": "was cancelled",
    "cancelled": "was cancelled",
    "failed": "was answered with an error",
}


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("notification",), methods=(COMPLETE,)),
    sources=("v1 and v2 Elicitation, URL completion (already completed ids)",),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that is completed, was not accepted, or still waits for its answer. v1 only says that Clients ignore it."""
    name = at(case.wire, "elicitationId")
    known = earlier(case, name) if case.sender is Side.AGENT and isinstance(name, str) else None
    if known is None:
        return
    level = Level.WARNING if case.version == 2 else None
    related = (known.seq,) if known.answered is None else (known.seq, known.answered)
    if known.completed:
        yield Hit(f"the elicitation {found(name)} is completed already", "/params", related=related, level=level)
    elif known.status in _ENDS:
        yield Hit(f"the elicitation {found(name)} {_ENDS[known.status]}", "/params", related=related, level=level)
    elif known.status == "pending":
        message = f"the elicitation {found(name)} is completed before the Client answered it"
        yield Hit(message, "/params", related=related, level=Level.INFO)
