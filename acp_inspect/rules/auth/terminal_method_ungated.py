"""The Agent offers a login in a terminal to a Client that did not say it can do that.

## Why it matters
The Client has no terminal to run the Agent's program in: the user is offered a way that does not work.

## Instead
Offer methods of type `terminal` only if the Client's `initialize` has `clientCapabilities.auth.terminal: true`, in v2 the
object `capabilities.auth.terminal`.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"tty","name":"Terminal","type":"terminal","args":["login"]}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{"auth":{"terminal":true}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"tty","name":"Terminal","type":"terminal","args":["login"]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.options import MOST
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("initialize",)),
    sources=("v1 and v2 Authentication, Authentication method types", "v1 and v2 schema, AuthMethodTerminal (MUST)"),
    tck=("ACP-AUTH-002", "ACP-AUTH-202"),
)
def check(case: Case) -> Iterator[Hit]:
    """Entries of type terminal without the capability, as the Agent's version reads it."""
    methods = at(case.wire, "authMethods")
    if case.sender is not Side.AGENT or not isinstance(methods, list) or not succeeded(case) or case.after.gaps:
        return
    flag = at(case.after.client.capabilities, "auth", "terminal")
    if flag is True or isinstance(flag, dict):
        return
    where = "clientCapabilities.auth.terminal" if case.version == 1 else "capabilities.auth.terminal"
    for place, method in enumerate(methods[:MOST]):
        if at(method, "type") == "terminal":
            related = (case.event.answers or 0,)
            yield Hit(f"a login in a terminal, but {where} is not set", f"/result/authMethods/{place}", related=related)
