"""A provider that was switched off is listed with a configuration, or not listed any more.

## Why it matters
The configuration says that the provider is in use, so the user cannot trust the switch. Without an entry it cannot be
switched on again.

## Instead
List it, with `current` left out or null, until `providers/set` gives it a configuration again.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/disable","params":{"providerId":"main"}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
C  {"jsonrpc":"2.0","id":2,"method":"providers/list","params":{}}
A! {"jsonrpc":"2.0","id":2,"result":{"providers":[{"providerId":"main","supported":["openai"],"required":false,"current":{"apiType":"openai","baseUrl":"https://llm.example/v1"}}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/disable","params":{"providerId":"main"}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
C  {"jsonrpc":"2.0","id":2,"method":"providers/list","params":{}}
A  {"jsonrpc":"2.0","id":2,"result":{"providers":[{"providerId":"main","supported":["openai"],"required":false}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import MOST
from acp_inspect.rules.memory.providers_known import Providers
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    on=On(kinds=("response",), methods=("providers/list",)),
    sources=("RFD Custom LLM Endpoint, Behavior (MUST; the list SHOULD)",),
)
def check(case: Case) -> Iterator[Hit]:
    """By lists that were asked for after the provider was off, and while nothing set it again."""
    ask = case.step.ask
    providers = at(case.held, "providers")
    if ask is None or not succeeded(case) or not isinstance(providers, list):
        return
    disabled = case.known(Providers).disabled
    off = {name: one for name, one in disabled.items() if one.seq < ask.seq} if disabled else {}
    for place, provider in enumerate(providers if off else ()):
        one = off.pop(provider["providerId"], None)
        if one is not None and provider.get("current") is not None:
            message = f"the provider {found(provider['providerId'])} was switched off, and has a configuration"
            yield Hit(message, f"/result/providers/{place}/current", related=(one.seq,))
    for name, one in list(off.items())[:MOST]:
        if one.listed:
            message = f"the provider {found(name)}, which was switched off, is not listed any more"
            yield Hit(message, "/result/providers", related=(one.seq,), level=Level.WARNING)
