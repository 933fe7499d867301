"""A field of a form has a type that forms do not have.

## Why it matters
Forms are flat: Clients show texts, numbers, switches and lists to choose from. A field inside a field is not shown, and
no decoder complains about it.

## Instead
Use `string`, `number`, `integer`, `boolean`, or `array` with the values to choose from. Type names of your own begin with
`_`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Where?","requestedSchema":{"type":"object","properties":{"address":{"type":"object","properties":{"city":{"type":"string"}}}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Where?","requestedSchema":{"type":"object","properties":{"city":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE, form_of
from acp_inspect.rules.forms import properties
from acp_inspect.wire.rpc import Side

_TYPES: Final = frozenset({"string", "number", "integer", "boolean", "array"})
_NESTED: Final = frozenset({"object", "array"})
_NEVER: Final = frozenset({"object", "null"})


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,), faulty=True),
    sources=(
        "v1 and v2 Elicitation, Form mode (flat objects)",
        "RFD Elicitation (own types MUST begin with an underscore)",
        "v1 and v2 schema, ElicitationPropertySchema",
    ),
    over=("ext/open-value",),
)
def check(case: Case) -> Iterator[Hit]:
    """Types that JSON Schema has and forms do not, and lists of them; in v1 every name that is kept for ACP."""
    for one in properties(form_of(case)):
        where = pointer("params", "requestedSchema", "properties", one.name)
        if one.type is not None and one.type not in _TYPES and not one.type.startswith("_"):
            if case.version == 1 or one.type in _NEVER:
                yield Hit(f"forms have no fields of type {found(one.type)}", where + "/type")
            continue
        inner = at(one.schema, "items", "type")
        if one.type == "array" and isinstance(inner, str) and inner in _NESTED:
            yield Hit(
                f"forms have no lists of type {found(inner)}, only of values to choose from", where + "/items/type"
            )
