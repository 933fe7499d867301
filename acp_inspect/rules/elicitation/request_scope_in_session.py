"""A question to the user belongs to a request instead of the session that the request is about.

## Why it matters
The Client may show it outside of the conversation. Requests as scope are meant for what has no session yet.

## Instead
Give the `sessionId` of the session, and the `toolCallId` if a tool call asks.

```acp bad after v1-all-prompt
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"requestId":2,"mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
```

```acp good after v1-all-prompt
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.rules.memory.config_offers import SETUPS
from acp_inspect.wire.rpc import RpcId, Side

_NO_SESSION_YET: Final = frozenset(SETUPS)


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("RFD Elicitation",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """The id of an open request with a session, other than those that set one up."""
    named = at(case.wire, "requestId")
    if case.sender is not Side.AGENT or not isinstance(named, str | int | float):
        return
    for request in case.before.exchanges.open.get((Side.CLIENT, RpcId.of(named).key), ())[:1]:
        if request.session is not None and request.method not in _NO_SESSION_YET:
            message = f"the request is a {request.method}, which has a session"
            yield Hit(message, "/params/requestId", related=(request.seq,))
