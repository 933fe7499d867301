"""The Agent asks the user to open something that is no address.

## Why it matters
Clients reject the request, or open nothing.

## Instead
Send a whole URL, with its scheme and host.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.formats import is_uri
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,), faulty=True),
    sources=("RFD Elicitation, Elicitation Modes (MUST)", "v1 and v2 schema, ElicitationUrlMode.url (format uri)"),
    over=("elicitation/request-malformed", "schema/request-params"),
)
def check(case: Case) -> Iterator[Hit]:
    """A text that is no URI, or a web address without a host."""
    address = at(case.wire, "url")
    if (
        case.sender is Side.AGENT
        and at(case.wire, "mode") == "url"
        and isinstance(address, str)
        and not is_uri(address)
    ):
        message = f"{found(address)} is no URL with its scheme; the receiver rejects the request (-32602)"
        yield Hit(message, "/params/url", effect="lost")
