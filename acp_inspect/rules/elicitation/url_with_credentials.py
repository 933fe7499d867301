"""The address that the user shall open has credentials or personal data in it.

## Why it matters
Addresses end up in histories, logs and recordings like this one. Whoever finds it there is logged in as the user.

## Instead
Send an address that says nothing about the user, and let them prove who they are on the page. A random `state` or id is
fine.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://ada:secret@login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
```

```acp bad after v2-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a?access_token=abc"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a?state=abc&client_id=agent"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.addresses import address_of
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.rules.secrets import SECRET_PARAMETERS, letters
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 Elicitation, URL security (MUST NOT)",),
)
def check(case: Case) -> Iterator[Hit]:
    """A user in the address for certain, parameters by their names. Their values are not repeated."""
    address = address_of(at(case.wire, "url"))
    if case.sender is not Side.AGENT or at(case.wire, "mode") != "url" or address is None:
        return
    if address.user:
        yield Hit("the address names a user, perhaps with a password", "/params/url")
    for name, value in address.pairs:
        if value and letters(name) in SECRET_PARAMETERS:
            yield Hit(f"the parameter {found(name)} looks like a secret", "/params/url", level=Level.WARNING)
