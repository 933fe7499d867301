"""A request with malformed params is answered with another error than -32602.

## Why it matters
The code tells the sender where to look. Any other one says that the fault lies elsewhere.

## Instead
Answer params that you cannot read with error -32602. Who is lenient enough to do what was meant may answer with a result.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","id":7,"method":"_example.com/x","params":{}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"Internal error"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import INVALID_PARAMS
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import is_ambiguous
from acp_inspect.wire.rpc import ABSENT, Response

_OTHER_REASONS: Final = frozenset({-32000, -32002, -32601, -32800})
"""Not logged in, no such thing, no such method, cancelled: these may be found out before params are read."""


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("response",)),
    sources=("v1 Error, Invalid parameters", "JSON-RPC 2.0, section 5.1"),
)
def check(case: Case) -> Iterator[Hit]:
    """The answer to a request that its receiver must reject."""
    ask, body = case.step.ask, case.event.body
    if ask is None or ask.valid or not isinstance(body, Response) or case.partial or is_ambiguous(case):
        return
    if ask.method == "initialize":
        # What may go wrong there is for rules of its own.
        return
    if body.error is ABSENT:
        message = f"{ask.method} is answered with a result although its params are malformed"
        yield Hit(message, "/result", related=(ask.seq,), level=Level.INFO)
        return
    code = at(body.error, "code")
    if isinstance(code, int) and code != INVALID_PARAMS and code not in _OTHER_REASONS:
        message = f"the malformed params of {ask.method} are answered with {found(code)}; the code for that is -32602"
        yield Hit(message, "/error/code", related=(ask.seq,))
