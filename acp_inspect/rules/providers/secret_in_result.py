"""The list of providers tells a secret.

## Why it matters
What the Agent tells, Clients show, log and store. Keys go to the Agent by `providers/set`, and never back.

## Instead
List `apiType` and `baseUrl` only, without headers, keys, or an address with a password in it.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
A! {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["openai"],"required":true,"current":{"apiType":"openai","baseUrl":"https://llm.example/v1","headers":{"authorization":"Bearer k"}}}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["openai"],"required":true,"current":{"apiType":"openai","baseUrl":"https://llm.example/v1"}}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.addresses import address_of
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

_NAMES: Final = frozenset(
    {"headers", "header", "apikey", "authorization", "token", "accesstoken", "secret", "password"}
)
_MOST: Final = 100


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    stable=False,
    on=On(kinds=("response",), methods=("providers/list",)),
    sources=("v1 and v2 schema, ProviderCurrentConfig (non-secret)", "RFD Custom LLM Endpoint"),
    over=("ext/custom-root-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """Members whose name says that they hold credentials, and addresses with a user. Values are never repeated."""
    providers = at(case.wire, "providers")
    if case.sender is not Side.AGENT or not isinstance(providers, list) or not succeeded(case):
        return
    for place, provider in enumerate(providers[:_MOST]):
        yield from _inside(provider, ("result", "providers", place))
        yield from _inside(at(provider, "current"), ("result", "providers", place, "current"))


def _inside(value: Json, path: tuple[str | int, ...]) -> Iterator[Hit]:
    if not isinstance(value, dict):
        return
    for name in list(value)[:_MOST]:
        if value[name] and name.replace("_", "").replace("-", "").casefold() in _NAMES:
            yield Hit(f"{found(name)} looks like a secret", pointer(*path, name))
    address = address_of(value.get("baseUrl"))
    if address is not None and address.user:
        yield Hit("baseUrl has a user, perhaps with a password, in it", pointer(*path, "baseUrl"))
