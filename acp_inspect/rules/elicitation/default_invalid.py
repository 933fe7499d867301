"""The default of a field in a form is not a value that the field accepts.

## Why it matters
The Client fills the field in for the user, and the answer it then sends does not go with the form.

## Instead
Give a default that satisfies the field's own limits, or none.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Colour?","requestedSchema":{"type":"object","properties":{"colour":{"type":"string","enum":["red","blue"],"default":"green"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"colour":"red"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Colour?","requestedSchema":{"type":"object","properties":{"colour":{"type":"string","enum":["red","blue"],"default":"red"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"colour":"red"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.rules.forms import mismatch, properties
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 Elicitation, Form mode", "v1 and v2 schema, default of each property schema"),
)
def check(case: Case) -> Iterator[Hit]:
    """Defaults beyond their field's limits. Those of a wrong type are salvaged away, and not in what the Client holds."""
    if case.sender is not Side.AGENT or at(case.held, "mode") != "form":
        return
    for one in properties(at(case.held, "requestedSchema")):
        default = one.schema.get("default")
        if default is not None and (why := mismatch(one, default)):
            where = pointer("params", "requestedSchema", "properties", one.name, "default")
            yield Hit(f"the default of {found(one.name)} {why}", where)
