"""The Agent asks the user to open an address that is not protected by HTTPS.

## Why it matters
What the user enters there, often a password, can be read and changed on its way.

## Instead
Use `https`. On the user's own machine, as for a login that comes back to the Agent, `http` is fine.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"http://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"http://localhost:8080/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.formats import is_uri
from acp_inspect.protocol.problem import found
from acp_inspect.rules.addresses import address_of
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 Elicitation, URL security (SHOULD)",),
)
def check(case: Case) -> Iterator[Hit]:
    """Another scheme, but for web addresses of the machine itself. Those of applications have reasons of their own."""
    text = at(case.wire, "url")
    if case.sender is not Side.AGENT or at(case.wire, "mode") != "url" or not isinstance(text, str) or not is_uri(text):
        return
    address = address_of(text)
    if address is None or address.scheme == "https" or (address.scheme == "http" and address.is_local):
        return
    level = None if address.scheme == "http" else Level.INFO
    yield Hit(f"the scheme is {found(address.scheme)} instead of https", "/params/url", level=level)
