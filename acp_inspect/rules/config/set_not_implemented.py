"""The Agent offers config options for a session, but does not know the method that sets them.

## Why it matters
The user sees controls that cannot be moved.

## Instead
Handle `session/set_config_option` in every session that has options, or offer none.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","type":"id","value":"large"}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","type":"id","value":"large"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"The large model is busy"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import METHOD_NOT_FOUND, error_code
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import NOTHING, SETTING, Offers
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=(SETTING,)),
    sources=("v2 schema, SetSessionConfigOptionRequest (MUST)",),
)
def check(case: Case) -> Iterator[Hit]:
    """Error -32601 in a session that has options."""
    offered = case.known(Offers).sessions.get(case.session or "", NOTHING)
    if error_code(case) == METHOD_NOT_FOUND and isinstance(offered.options, list) and offered.options:
        yield Hit(
            "the session has config options, but setting one is not implemented", "/error", related=(offered.seq,)
        )
