"""The answer to a question has content where content means nothing.

## Why it matters
The Agent passes over it. If the user did fill in something, it is lost.

## Instead
Send `content` only with the action `accept` to a form.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C! {"jsonrpc":"2.0","id":7,"result":{"action":"accept","content":{}}}
```

```acp bad after v2-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Name?","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C! {"jsonrpc":"2.0","id":7,"result":{"action":"decline","content":{"name":"Ada"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.INFO,
    side=Side.CLIENT,
    on=On(kinds=("response",), methods=(CREATE,)),
    sources=("v1 and v2 Elicitation, Responses",),
    over=("ext/custom-root-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """Content with decline or cancel, or for an address."""
    content = at(case.wire, "content")
    if case.sender is not Side.CLIENT or content is ABSENT or content is None or not succeeded(case):
        return
    ask = case.step.ask
    action = at(case.wire, "action")
    related = (case.event.answers or 0,)
    if action in ("decline", "cancel"):
        yield Hit(f"content with {action} is passed over", "/result/content", related=related)
    elif action == "accept" and ask is not None and at(ask.params, "mode") == "url":
        yield Hit("content of an answer to mode url is passed over", "/result/content", related=related)
