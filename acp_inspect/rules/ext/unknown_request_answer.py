"""A request whose method is not known is answered with another error than -32601.

## Why it matters
The code tells the other side whether to try again, to ask otherwise, or to do without. Only -32601 says that the method
is not there.

## Instead
Answer a method that you do not know with error -32601.

```acp bad after v1-session
A  {"jsonrpc":"2.0","id":7,"method":"_example.com/buffers","params":{}}
C! {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Unknown method: _example.com/buffers"}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","id":7,"method":"_example.com/buffers","params":{}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Unknown method: _example.com/buffers"}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import METHOD_NOT_FOUND
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Response

_SAYS_SO: Final = re.compile(
    r"(?:unknown|unsupported|unrecogni[sz]ed|unhandled|no such) (?:\w+ )?method"
    r"|method (?:\S{1,100} )?(?:is )?(?:not (?:found|supported|implemented|known|recogni[sz]ed)|unknown|unsupported)",
    re.IGNORECASE,
)
_LONGEST: Final = 1000


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("response",)),
    sources=(
        "v1 and v2 Extensibility, Custom Requests",
        "v1 Error, Unknown methods (SHOULD)",
        "JSON-RPC 2.0, section 5.1",
    ),
    tck=("ACP-JSONRPC-004",),
)
def check(case: Case) -> Iterator[Hit]:
    """An error that says in words that the method is not known, with another code."""
    body = case.event.body
    if not isinstance(body, Response) or body.error is ABSENT or case.event.answers is None:
        return
    code, text = at(body.error, "code"), at(body.error, "message")
    if (
        isinstance(text, str)
        and isinstance(code, int)
        and code != METHOD_NOT_FOUND
        and _SAYS_SO.search(text[:_LONGEST])
    ):
        message = f"{found(case.method)} is answered with {found(code)} and {found(text)}; the code for that is -32601"
        yield Hit(message, "/error/code", related=(case.event.answers,))
