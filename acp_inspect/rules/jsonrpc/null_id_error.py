"""A peer answers with id null: it could not read something that the other side sent.

## Why it matters
The response itself is right. It shows that the other side's message was lost, mostly the one before it that is
reported as well.

## Instead
Look at what was sent just before.

```acp bad after v1-open
C  {oops
A! {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.null_id import About, code_of, null_id


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("response",), odd=True),
    sources=("JSON-RPC 2.0, section 5, id",),
)
def check(case: Case) -> Iterator[Hit]:
    """Such a response, with what it probably is about."""
    seen = null_id(case)
    if seen is None or seen.about not in (About.UNREAD, About.OTHER_CODE) or case.sender is None:
        return
    what = f"#{seen.related[0]}" if seen.related else "something"
    text = f"the {case.sender} could not read {what} of the {case.sender.peer} ({code_of(case)})"
    yield Hit(text, "/id", related=seen.related, side=case.sender.peer)
