"""The currency of a cost is no code of three capital letters.

## Why it matters
v1's text asks for ISO 4217; newer texts allow other units, such as credits. A Client that formats money by the code
shows the bare number instead.

## Instead
Send `USD` rather than `$`. For units that are no money, say what they are.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":2,"cost":{"amount":0.1,"currency":"$"}}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":2,"cost":{"amount":0.1,"currency":"USD"}}}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("usage_update",)),
    sources=("v1 Prompt Turn, Session Usage Updates (ISO 4217)", "v1 schema, Cost/currency"),
)
def check(case: Case) -> Iterator[Hit]:
    """Anything but three capital letters."""
    currency = at(case.held, "update", "cost", "currency")
    if isinstance(currency, str) and not re.fullmatch("[A-Z]{3}", currency):
        yield Hit(f"the currency {found(currency)} is no ISO 4217 code", "/params/update/cost/currency")
