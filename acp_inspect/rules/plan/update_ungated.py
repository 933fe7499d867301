"""The Agent sends plan operations although the Client did not say that it knows them.

## Why it matters
`plan_update` and `plan_removed` are no part of what every v1 Client knows: it may drop them, and the user sees no plan.

## Instead
Send them only when `clientCapabilities.plan` of the Client's `initialize` is an object; otherwise send `plan`.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p1","entries":[]}}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"plan":{}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p1","entries":[]}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.notice_offer import Offer
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("plan_update", "plan_removed")),
    sources=("v1 draft Agent Plan, Plan Operations (MUST NOT)", "v1 unstable schema, ClientCapabilities/plan"),
    stable=False,
)
def check(case: Case) -> Iterator[Hit]:
    """Either although the capability is not an object. A router that steps down from v2 vouches for such Clients."""
    if case.sender is not Side.AGENT or case.partial:
        return
    if not isinstance(at(case.before.client.capabilities, "plan"), dict):
        offer = case.known(Offer)
        level = Level.INFO if offer.version is not None and offer.version > 1 else None
        message = f"a {case.update}, but {offer.lacks('plan')}"
        yield Hit(message, "/params/update", related=(offer.seq,) if offer.seq else (), level=level)
