"""The Client answers a question to the user with an action that ACP does not know.

## Why it matters
The Agent counts it as cancelled, so what the user said is lost.

## Instead
Answer `accept`, `decline` or `cancel`. Names of your own begin with `_`, and mean something to those who know them only.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C! {"jsonrpc":"2.0","id":7,"result":{"action":"reject"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.wire.rpc import Side

_ACTIONS: Final = frozenset({"accept", "decline", "cancel"})
_MEANT: Final = {
    "reject": "decline",
    "rejected": "decline",
    "deny": "decline",
    "declined": "decline",
    "ok": "accept",
    "submit": "accept",
    "accepted": "accept",
    "canceled": "cancel",
    "cancelled": "cancel",
    "dismiss": "cancel",
}


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    on=On(kinds=("response",), methods=(CREATE,), faulty=True),
    sources=("v1 and v2 Elicitation, Responses", "RFD Elicitation (own names MUST begin with an underscore)"),
    over=("ext/open-value",),
)
def check(case: Case) -> Iterator[Hit]:
    """Another text than the three. Anything else than a text fails the schema."""
    action = at(case.wire, "action")
    if case.sender is not Side.CLIENT or not succeeded(case) or not isinstance(action, str) or action in _ACTIONS:
        return
    meant = _MEANT.get(action.casefold())
    hint = "" if meant is None else f'; was "{meant}" meant?'
    level = Level.INFO if action.startswith("_") else None
    message = f"{found(action)} is no action of ACP's, and counts as cancel{hint}"
    yield Hit(message, "/result/action", related=(case.event.answers or 0,), level=level, effect="kept")
