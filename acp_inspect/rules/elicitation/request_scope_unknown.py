"""A question to the user belongs to a request that the Client did not send, or that was answered already.

## Why it matters
The Client cannot tell what the question is about: it refuses it, or shows it without what belongs to it.

## Instead
Name the id of a request of the Client's that you have not answered yet, with its JSON type: `1` is not `"1"`. Ids of your
own requests are another matter.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"requestId":55,"mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"requestId":1,"mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.wire.rpc import ABSENT, RpcId, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 schema, ElicitationRequestScope", "RFD Elicitation (tied to a specific request)"),
)
def check(case: Case) -> Iterator[Hit]:
    """An id under which nothing of the Client's is in flight. The Agent itself ends the requests, so nothing crosses."""
    named = at(case.wire, "requestId")
    if case.sender is not Side.AGENT or case.partial or not isinstance(named, str | int | float):
        return
    if at(case.wire, "sessionId") is not ABSENT:
        return
    exchanges = case.before.exchanges
    key = RpcId.of(named).key
    if exchanges.open.get((Side.CLIENT, key)):
        return
    if (answered := exchanges.answered.get((Side.CLIENT, key))) is not None:
        message = f"the request {found(named)} was answered already"
        yield Hit(message, "/params/requestId", related=(answered,), level=Level.WARNING)
        return
    own = " (it is one of the Agent's own)" if exchanges.open.get((Side.AGENT, key)) else ""
    yield Hit(f"the Client has no request {found(named)} in flight{own}", "/params/requestId")
