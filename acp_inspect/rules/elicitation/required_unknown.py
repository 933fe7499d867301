"""A form requires a field that it does not have.

## Why it matters
The user cannot fill in what is not there, so a strict Client never lets them send the form.

## Instead
List only names from `properties` in `required`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["Name"]}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"name":"Ada"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE, form_of
from acp_inspect.rules.forms import MOST
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 schema, ElicitationSchema.required (list of required property names)",),
)
def check(case: Case) -> Iterator[Hit]:
    """Names without a property. Missing properties have their own rule."""
    form = form_of(case)
    fields, names = at(form, "properties"), at(form, "required")
    if not isinstance(fields, dict) or not isinstance(names, list):
        return
    for place, name in enumerate(names[:MOST]):
        if isinstance(name, str) and at(fields, name) is ABSENT:
            where = f"/params/requestedSchema/required/{place}"
            yield Hit(f"the form requires {found(name)}, and has no such property", where)
