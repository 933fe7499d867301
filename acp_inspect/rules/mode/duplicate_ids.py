"""Two modes of a session have the same id.

## Why it matters
The Client switches by id, so one of them can never be chosen, and which one is shown as current is chance.

## Instead
Give each mode an id of its own.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"ask","name":"Ask always"}]}}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import SETUPS
from acp_inspect.rules.options import MOST, dropped_items
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=SETUPS),
    sources=("v1 Session Modes, SessionMode (unique identifier)",),
)
def check(case: Case) -> Iterator[Hit]:
    """The second mode of an id, of those that the Client keeps."""
    modes = at(case.wire, "modes", "availableModes")
    if case.sender is not Side.AGENT or not isinstance(modes, list) or not succeeded(case):
        return
    dropped = dropped_items(case)
    seen: set[str] = set()
    for place, mode in enumerate(modes[:MOST]):
        pointer = f"/result/modes/availableModes/{place}"
        name = at(mode, "id")
        if not isinstance(name, str) or pointer in dropped:
            continue
        if name in seen:
            yield Hit(f"a second mode with the id {found(name)}", pointer + "/id")
        seen.add(name)
