"""A message for the link between a conductor and a proxy, on a link between an editor and an Agent.

## Why it matters
An Agent that is not a proxy, and a Client that is not a conductor, do not know it.

## Instead
A proxy is greeted with `proxy/initialize`, not `initialize`; only then may `proxy/successor` be used. Each connection is
reported once.

```acp bad after v2-open
A! {"jsonrpc":"2.0","id":7,"method":"proxy/successor","params":{"method":"session/list"}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}
A  {"jsonrpc":"2.0","id":8,"method":"proxy/successor","params":{"method":"session/list"}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.proxy_seen import METHODS, ProxySeen


@rule(
    level=Level.INFO,
    side=None,
    stable=False,
    on=On(kinds=("request", "notification"), methods=METHODS),
    sources=("v1 and v2 schema, InitializeProxyRequest and ProxySuccessorRequest", "RFD Proxy Chains"),
)
def check(case: Case) -> Iterator[Hit]:
    """The first such message after an initialize."""
    if case.before.offered is not None and not case.known(ProxySeen).seq:
        yield Hit(f"{case.method} on a link that began with initialize", "/method")
