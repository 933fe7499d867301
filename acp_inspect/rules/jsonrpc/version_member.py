"""A message does not say `"jsonrpc": "2.0"`.

## Why it matters
The member tells JSON-RPC 2.0 from its predecessors. Some receivers refuse a message without it, with an error that
belongs to no request; others accept it, so the fault shows late.

## Instead
Put `"jsonrpc": "2.0"`, a string, into every message.

```acp bad after v1-open
C! {"id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":2.0,"id":1,"result":{"sessionId":"s1"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "notification", "response"), odd=True),
    sources=("JSON-RPC 2.0, sections 4 and 5", "v1 and v2 schema, jsonrpc"),
    tck=("ACP-TRANSPORT-001", "ACP-TRANSPORT-201"),
    exact=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A message without the member, or with another value in it."""
    if case.event.part is not None:
        return
    value = at(case.message, "jsonrpc")
    if value is ABSENT:
        yield Hit('the member jsonrpc is missing; it is "2.0"')
    elif value != "2.0":
        yield Hit(f'jsonrpc is {found(value)} instead of the string "2.0"', "/jsonrpc")
