"""A form uses members that MCP has and ACP has not.

## Why it matters
Clients pass over them. With `enumNames` the titles are lost, so the user chooses between bare values.

## Instead
Leave `$schema` out. Give titles by `oneOf`, each with `const` and `title`; for lists by `items.anyOf`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Size?","requestedSchema":{"type":"object","properties":{"size":{"type":"string","enum":["s","l"],"enumNames":["Small","Large"]}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"size":"s"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Size?","requestedSchema":{"type":"object","properties":{"size":{"type":"string","oneOf":[{"const":"s","title":"Small"},{"const":"l","title":"Large"}]}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"size":"s"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE, form_of
from acp_inspect.rules.forms import properties
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,), faulty=True),
    sources=("RFD Elicitation, Restricted JSON Schema (not included, not supported)",),
    over=("ext/custom-root-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """`$schema` of the form, and `enumNames` of a property."""
    form = form_of(case)
    if isinstance(form, dict) and "$schema" in form:
        yield Hit("forms have no $schema; the receiver passes over it", "/params/requestedSchema/$schema")
    for one in properties(form):
        if "enumNames" in one.schema:
            where = pointer("params", "requestedSchema", "properties", one.name, "enumNames")
            yield Hit(f"{found(one.name)} has enumNames, which the receiver passes over", where)
