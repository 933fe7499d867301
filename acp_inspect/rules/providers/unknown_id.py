"""The Client configures a provider that the Agent did not list.

## Why it matters
The Agent has no place for the configuration, so the user's endpoint and key are sent, and not used.

## Instead
Configure only providers of the last `providers/list`.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"providers":[]}}
C! {"jsonrpc":"2.0","id":2,"method":"providers/set","params":{"providerId":"main","apiType":"openai","baseUrl":"https://llm.example/v1"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["openai"],"required":true}]}}
C  {"jsonrpc":"2.0","id":2,"method":"providers/set","params":{"providerId":"main","apiType":"openai","baseUrl":"https://llm.example/v1"}}
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
    level=Level.WARNING,
    side=Side.CLIENT,
    stable=False,
    on=On(kinds=("request",), methods=("providers/set",)),
    sources=("v1 and v2 schema, SetProviderRequest", "RFD Custom LLM Endpoint"),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that the last list does not have. To switch one off that is not there changes nothing, and is legal."""
    known = case.known(Providers)
    name = at(case.wire, "providerId")
    if case.sender is Side.CLIENT and known.seq and isinstance(name, str) and name not in known.listed:
        yield Hit(f"the Agent did not list a provider {found(name)}", "/params/providerId", related=(known.seq,))
