"""The Agent offers a config option that is true or false to a Client that did not say it knows such options.

## Why it matters
The first v1 Clients know selects only. One that does not know the type drops the option, or shows it as something else.

## Instead
Offer it as a select with two values, unless `clientCapabilities.session.configOptions.boolean` of the Client's
`initialize` is an object. Null, true and leaving it out say no. In v2 no capability is needed.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}
```

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"configId":"fast","name":"Fast","type":"boolean","currentValue":false}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import client_advertises
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.memory.notice_offer import Offer
from acp_inspect.rules.options import CARRIERS, is_new, options
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=CARRIERS,
    sources=("v1 Session Config Options, Boolean Config Options (MUST NOT)", "RFD Boolean Config Option"),
    tck=("ACP-CONFIG-003",),
)
def check(case: Case) -> Iterator[Hit]:
    """Options of type boolean without the capability. Routers that translate for a v2 Client advertise it by themselves."""
    if case.partial or client_advertises(case, "session", "configOptions", "boolean"):
        return
    offer = case.known(Offer)
    translated = offer.capabilities is ABSENT and offer.version is not None and offer.version > 1
    for option in options(case):
        if option.type == "boolean" and is_new(case, option, "type"):
            why = offer.lacks("session", "configOptions", "boolean")
            related = (offer.seq,) if offer.seq else ()
            level = Level.INFO if translated else None
            yield Hit(f"an option of type boolean, but {why}", option.pointer, related=related, level=level)
