"""The Client asks about providers, but the Agent did not say that they can be chosen.

## Why it matters
The Agent answers error -32601. What the user set as endpoint is not used, and traffic goes where it always went.

## Instead
Call `providers/list`, `providers/set` and `providers/disable` only if `providers` in the Agent's capabilities is an
object.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"providers":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"providers/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"providers":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, dotted_capability
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    on=On(kinds=("request",), methods=("providers/list", "providers/set", "providers/disable")),
    sources=("v1 and v2 schema, AgentCapabilities.providers", "RFD Custom LLM Endpoint"),
)
def check(case: Case) -> Iterator[Hit]:
    """One of the methods without the capability."""
    if case.sender is Side.CLIENT and agent_is_known(case) and not agent_advertises(case, "providers"):
        where = dotted_capability(case, ("providers",))
        yield Hit(f"{case.method} needs {where}, which the Agent did not advertise", "/method")
