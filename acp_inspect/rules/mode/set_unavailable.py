"""The Client switches a session to a mode that the Agent does not offer there.

## Why it matters
The Agent does not know the mode: it answers with an error, or goes on in a mode that the user did not choose. There is no
capability for modes: that a session lists them is the offer.

## Instead
Switch only to the `availableModes` of the session's setup. A session without `modes` cannot be switched.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}}
C! {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"plan"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"ask"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"code"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import NOTHING, Offers
from acp_inspect.rules.modes import offered_modes
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("session/set_mode",)),
    sources=("v1 Session Modes, From the Client (must)", "v1 schema, SetSessionModeRequest"),
)
def check(case: Case) -> Iterator[Hit]:
    """A mode that is in no list, also not as an item that the Client dropped."""
    mode = at(case.wire, "modeId")
    offered = case.known(Offers).sessions.get(case.session or "", NOTHING)
    if case.partial or case.sender is not Side.CLIENT or not isinstance(mode, str):
        return
    if offered.modes is None:
        yield Hit("the session offers no modes", "/method")
        return
    modes = offered_modes(offered)
    if modes is not None and mode not in modes:
        yield Hit(f"the session does not offer the mode {found(mode)}", "/params/modeId")
