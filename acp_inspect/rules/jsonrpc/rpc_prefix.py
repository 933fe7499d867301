"""A method's name begins with `rpc.`.

## Why it matters
JSON-RPC keeps such names for itself.

## Instead
Name methods of your own with an underscore and a domain: `_example.com/method`.

```acp bad after v1-open
A! {"jsonrpc":"2.0","method":"rpc.ping"}
```

```acp good after v1-open
A  {"jsonrpc":"2.0","method":"_example.com/ping"}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "notification"), odd=True),
    sources=("JSON-RPC 2.0, section 4, method",),
)
def check(case: Case) -> Iterable[Hit]:
    """Such a name."""
    if case.step.definition is not None or not (case.method or "").startswith("rpc."):
        return ()
    return (Hit("names that begin with rpc. are reserved", "/method"),)
