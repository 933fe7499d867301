"""A form asks the user for a password, a key or another secret.

## Why it matters
What is entered into a form goes through the Client to the Agent in clear text, into logs and recordings, and perhaps to a
language model.

## Instead
Send the user to a page of whoever the secret belongs to, by mode `url`, or log in by `authMethods`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Almost there","requestedSchema":{"type":"object","properties":{"apiKey":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"How strict?","requestedSchema":{"type":"object","properties":{"passwordPolicy":{"type":"string"},"tokenLimit":{"type":"integer"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE, form_of
from acp_inspect.rules.forms import properties
from acp_inspect.rules.secrets import asks_for_secret, names_secret
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 Elicitation, Form mode (MUST NOT)",),
)
def check(case: Case) -> Iterator[Hit]:
    """Free text whose name or title is that of a secret; or else a message that asks for one. Words prove nothing."""
    texts = [one for one in properties(form_of(case)) if one.free_text]
    named = False
    for one in texts:
        title = one.schema.get("title")
        if names_secret(one.name) or (isinstance(title, str) and names_secret(title)):
            named = True
            where = pointer("params", "requestedSchema", "properties", one.name)
            yield Hit(f"the property {found(one.name)} seems to ask for a secret", where)
    message = at(case.wire, "message")
    if texts and not named and isinstance(message, str) and asks_for_secret(message):
        yield Hit("the message seems to ask for a secret", "/params/message")
