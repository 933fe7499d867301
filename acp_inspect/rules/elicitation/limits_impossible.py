"""The limits of a field in a form cannot be met, or its pattern is no regular expression.

## Why it matters
Whatever the user enters is refused, or the Client fails when it checks the input.

## Instead
Let the lower limit be at most the upper one, and write `pattern` as ECMAScript does.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"How many?","requestedSchema":{"type":"object","properties":{"count":{"type":"integer","minimum":5,"maximum":1}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}}
```

```acp bad after v2-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Tag?","requestedSchema":{"type":"object","properties":{"tag":{"type":"string","pattern":"[a-z"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"cancel"}}
```

```acp good after v2-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Tag?","requestedSchema":{"type":"object","properties":{"tag":{"type":"string","pattern":"^(?<head>[a-z]+)-\\\\p{N}+$","minLength":3,"maxLength":9}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"tag":"ab-12"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.rules.forms import limit, properties
from acp_inspect.rules.patterns import is_broken
from acp_inspect.wire.rpc import Side

_LIMITS: Final = {
    "string": ("minLength", "maxLength"),
    "number": ("minimum", "maximum"),
    "integer": ("minimum", "maximum"),
    "array": ("minItems", "maxItems"),
}


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 schema, StringPropertySchema.pattern (ECMA-262) and the limits of each property schema",),
)
def check(case: Case) -> Iterator[Hit]:
    """Lower limits above upper ones, and patterns that no language reads."""
    if case.sender is not Side.AGENT or at(case.held, "mode") != "form":
        return
    for one in properties(at(case.held, "requestedSchema")):
        where = ("params", "requestedSchema", "properties", one.name)
        names = _LIMITS.get(one.type or "")
        if names is not None:
            least, most = (limit(one.schema, name) for name in names)
            if least is not None and most is not None and least > most:
                message = f"{names[0]} of {found(one.name)} is {found(least)}, and {names[1]} {found(most)}"
                yield Hit(message, pointer(*where, names[0]))
        pattern = one.schema.get("pattern")
        if one.type == "string" and isinstance(pattern, str) and is_broken(pattern):
            yield Hit(f"{found(pattern)} is no regular expression", pointer(*where, "pattern"))
