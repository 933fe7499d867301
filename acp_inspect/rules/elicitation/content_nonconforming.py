"""The answer to a form does not go with the form.

## Why it matters
The Agent built the form so that it can use what comes back. What is missing or of another type makes it fail, or ask
again.

## Instead
Check the user's input against the form's schema before it is sent.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"How many?","requestedSchema":{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}}}
C! {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"count":"two"}}}
```

```acp bad after v2-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"How many?","requestedSchema":{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}}}
C! {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"How many?","requestedSchema":{"type":"object","properties":{"count":{"type":"integer"}},"required":["count"]}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{"count":2}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.rules.faults import MOST
from acp_inspect.rules.forms import mismatch, properties, required
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    on=On(kinds=("response",), methods=(CREATE,)),
    sources=("v1 and v2 Elicitation, Responses (SHOULD)",),
)
def check(case: Case) -> Iterator[Hit]:
    """What is required and missing, what its property does not accept, and what no property asked for."""
    ask = case.step.ask
    if ask is None or not ask.valid or not succeeded(case) or at(case.held, "action") != "accept":
        return
    if case.sender is not Side.CLIENT or at(ask.params, "mode") != "form":
        return
    form = at(ask.params, "requestedSchema")
    fields = at(form, "properties")
    fields = fields if isinstance(fields, dict) else {}
    content = at(case.held, "content")
    content = content if isinstance(content, dict) else {}
    related = (ask.seq,)
    for name in required(form):
        if name not in content and name in fields:
            yield Hit(f"{found(name)} is required, and missing", "/result/content", related=related)
    known = {one.name: one for one in properties(form)}
    for name in list(content)[:MOST]:
        where = pointer("result", "content", name)
        if name not in fields:
            yield Hit(f"the form has no {found(name)}", where, related=related, level=Level.INFO)
        elif name in known and (why := mismatch(known[name], content[name])):
            yield Hit(f"{found(name)} {why}", where, related=related)
