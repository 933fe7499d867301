"""The Agent lets a provider be switched off that it says it requires, or refuses in the wrong way.

## Why it matters
Either the mark is wrong, or the Agent cannot work any more. The Client cannot know which.

## Instead
Answer error -32602 (invalid params), and keep the provider.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"providers":[{"providerId":"main","supported":["openai"],"required":true}]}}
C  {"jsonrpc":"2.0","id":2,"method":"providers/disable","params":{"providerId":"main"}}
A! {"jsonrpc":"2.0","id":2,"result":{}}
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
from acp_inspect.rules.answers import INVALID_PARAMS, error_code, succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.providers_known import Providers
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    on=On(kinds=("response",), methods=("providers/disable",)),
    sources=("RFD Custom LLM Endpoint, Behavior (MUST)",),
)
def check(case: Case) -> Iterator[Hit]:
    """Another answer to a request that came after a list with the provider as required, and with none since."""
    ask = case.step.ask
    known = case.known(Providers)
    if ask is None or known.seq > ask.seq:
        return
    name = ask.text("providerId")
    if name is None or at(known.listed.get(name), "required") is not True:
        return
    code = error_code(case)
    if succeeded(case):
        message = f"the provider {found(name)} is listed as required, and yet was switched off"
        yield Hit(message, "/result", related=(known.seq, ask.seq))
    elif code is not None and code != INVALID_PARAMS:
        message = f"refused with {code} instead of {INVALID_PARAMS}"
        yield Hit(message, "/error/code", related=(known.seq, ask.seq), level=Level.WARNING)
