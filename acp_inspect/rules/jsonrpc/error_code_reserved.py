"""An error has a code that is reserved and that nobody has given a meaning.

## Why it matters
Codes from -32768 to -32000 belong to JSON-RPC and to ACP. A later version may give the code a meaning that is not
yours.

## Instead
Use the codes that are defined (-32700, -32600 to -32603, -32000, -32002, -32022, -32800), or one outside of the
reserved ranges for errors of your own.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32050,"message":"quota"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"error":{"code":1001,"message":"quota"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Response

_DEFINED: Final = frozenset({-32700, -32600, -32601, -32602, -32603, -32000, -32002, -32800, -32022})


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("response",), odd=True),
    sources=("JSON-RPC 2.0, section 5.1", "v1 Error, error codes", "v1 and v2 schema, ErrorCode"),
)
def check(case: Case) -> Iterator[Hit]:
    """A code in the ranges. v2 leaves -32000 to -32099 to implementations, as JSON-RPC does."""
    body = case.event.body
    code = at(body.error, "code") if isinstance(body, Response) else ABSENT
    if not isinstance(code, int) or isinstance(code, bool) or code in _DEFINED:
        return
    reserved = -32768 <= code <= (-32000 if case.version == 1 else -32100)
    if case.version == 2 and -32899 <= code <= -32800:
        reserved = False
    if reserved:
        yield Hit(f"the code {code} is reserved and has no meaning", "/error/code")
