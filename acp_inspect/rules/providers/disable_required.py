"""The Client switches off a provider that the Agent cannot do without.

## Why it matters
The Agent must refuse. The user is offered a switch that does nothing.

## Instead
Do not offer to switch off what the list marks as `required: true`.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["openai"],"required":true}]}}
C! {"jsonrpc":"2.0","id":2,"method":"providers/disable","params":{"providerId":"main"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["openai"],"required":false}]}}
C  {"jsonrpc":"2.0","id":2,"method":"providers/disable","params":{"providerId":"main"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.providers_known import Providers
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    on=On(kinds=("request",), methods=("providers/disable",)),
    sources=("v1 and v2 schema, ProviderInfo.required (must not)",),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that the last list has as required."""
    known = case.known(Providers)
    name = at(case.wire, "providerId")
    if case.sender is Side.CLIENT and isinstance(name, str) and at(known.listed.get(name), "required") is True:
        yield Hit(f"the provider {found(name)} is required", "/params/providerId", related=(known.seq,))
