"""Two ways to log in have the same id.

## Why it matters
The Client names the way by its id, so the Agent cannot tell which one the user chose.

## Instead
Give each entry of `authMethods` an id of its own.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"login","name":"Browser"},{"id":"login","name":"Key"}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"browser","name":"Browser"},{"id":"key","name":"Key"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.logins import method_id
from acp_inspect.rules.options import MOST, dropped_items
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("initialize",)),
    sources=("v1 and v2 schema, AuthMethodAgent and AuthMethodTerminal (unique identifier)",),
    tck=("ACP-AUTH-001", "ACP-AUTH-201"),
)
def check(case: Case) -> Iterator[Hit]:
    """The second entry of an id, of those that the Client keeps."""
    methods = at(case.wire, "authMethods")
    if case.sender is not Side.AGENT or not isinstance(methods, list) or not succeeded(case):
        return
    dropped = dropped_items(case)
    name = method_id(case.version)
    seen: set[str] = set()
    for place, method in enumerate(methods[:MOST]):
        pointer = f"/result/authMethods/{place}"
        key = at(method, name)
        if not isinstance(key, str) or pointer in dropped:
            continue
        if key in seen:
            yield Hit(f"a second method with the id {found(key)}", f"{pointer}/{name}")
        seen.add(key)
