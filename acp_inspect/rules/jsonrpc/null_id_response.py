"""A response has the id null although its request could be read, or there is nothing that it could answer.

## Why it matters
The receiver cannot tell which request it belongs to; that one stays open. A response to a response can even go back
and forth for ever.

## Instead
Answer with the id of the request. Keep null for errors about messages whose id could not be read (-32700 and -32600),
and never answer a response.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":null,"result":{"sessionId":"s1"}}
```

```acp bad after v1-open
A  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}
C! {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.null_id import About, code_of, null_id


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",), odd=True),
    sources=("JSON-RPC 2.0, section 5, id", "v2 schema, the id of error responses"),
    over=("jsonrpc/null-id-error",),
)
def check(case: Case) -> Iterator[Hit]:
    """A result, an error that is not about reading (v2), or an error after nothing but a response."""
    seen = null_id(case)
    if seen is None or case.partial:
        return
    if seen.about is About.RESULT:
        yield Hit("a result with id null, which no request has", "/id", effect="lost")
    elif seen.about is About.NOTHING:
        yield Hit(
            "an error after a response, which is never answered", "/id", related=seen.related, level=Level.WARNING
        )
    elif seen.about is About.OTHER_CODE and case.version == 2:
        yield Hit(f"{code_of(case)} with id null, which is only for messages that could not be read", "/id")
