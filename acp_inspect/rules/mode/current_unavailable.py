"""The current mode of a session is none of its available modes.

## Why it matters
The Client cannot show the mode, nor what it means for what the Agent may do. v1 has no way to tell of new modes.

## Instead
List every mode that the session may ever be in as available, when it is set up.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"plan","availableModes":[{"id":"ask","name":"Ask"}]}}}
```

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"current_mode_update","currentModeId":"plan"}}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"current_mode_update","currentModeId":"code"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import NOTHING, SETUPS, Offered, Offers
from acp_inspect.rules.modes import offered_modes
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=(
        On(kinds=("response",), methods=SETUPS),
        On(kinds=("notification",), updates=("current_mode_update",)),
    ),
    sources=("v1 Session Modes, SessionModeState", "v1 schema, SessionModeState and CurrentModeUpdate"),
    tck=("ACP-MODES-001",),
)
def check(case: Case) -> Iterator[Hit]:
    """Modes beside the list in a setup, or later; while a session loads, the list is still to come."""
    if case.sender is not Side.AGENT:
        return
    if case.kind == "response":
        told = at(case.wire, "modes") if succeeded(case) else None
        current, offered, pointer = at(told, "currentModeId"), Offered(modes=told), "/result/modes/currentModeId"
    else:
        session = case.before.held.sessions.get(case.session or "")
        if session is None or session.window is not None:
            return
        current = at(case.wire, "update", "currentModeId")
        offered, pointer = case.known(Offers).sessions.get(case.session or "", NOTHING), "/params/update/currentModeId"
    modes = offered_modes(offered)
    if modes is not None and isinstance(current, str) and current not in modes:
        level = None if case.kind == "response" else Level.WARNING
        yield Hit(f"the current mode {found(current)} is none of the available ones", pointer, level=level)
