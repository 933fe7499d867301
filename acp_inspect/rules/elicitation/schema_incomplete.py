"""The schema of a form lacks its `type` or its `properties`, or has something else there.

## Why it matters
v2's Clients reject the request. v1's read a missing type as an object and missing properties as none, which leaves the user
with an empty form.

## Instead
Send `"type": "object"` and `properties`, an object with one entry for each field.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
```

```acp bad after v2-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Sure?","requestedSchema":{"type":"object"}}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE, form_of
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("RFD Elicitation, Restricted JSON Schema (senders MUST include)", "v2 schema, ElicitationSchema"),
    over=("elicitation/request-malformed", "schema/request-params", "schema/salvaged-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """A schema without the one or the other."""
    form = form_of(case)
    if not isinstance(form, dict):
        return
    kind, fields = at(form, "type"), at(form, "properties")
    if kind != "object":
        said = "is missing" if kind is ABSENT else f"is {found(kind)}"
        yield Hit(f'type {said} instead of "object"', "/params/requestedSchema/type")
    if not isinstance(fields, dict):
        said = "are missing" if fields is ABSENT else f"are {found(fields)} instead of an object"
        yield Hit(f"properties {said}", "/params/requestedSchema/properties")
