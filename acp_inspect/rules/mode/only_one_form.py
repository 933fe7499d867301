"""A session offers modes as a config option only, or only in the old form.

## Why it matters
Clients that do not know config options find no modes, and those that no longer look for modes find no option.

## Instead
For as long as v1 has both, send `modes` and a config option of category `mode`, with the same values.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","modes":{"currentModeId":"ask","availableModes":[{"id":"ask","name":"Ask"},{"id":"code","name":"Code"}]},"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import SETUPS
from acp_inspect.rules.modes import mode_option
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=SETUPS),
    sources=("v1 Session Config Options, Relationship to Session Modes (SHOULD)",),
)
def check(case: Case) -> Iterator[Hit]:
    """One of the two. Modes alone are the older way, and an Agent may leave them out because they will go."""
    if case.sender is not Side.AGENT or not succeeded(case):
        return
    option, modes = mode_option(at(case.wire, "configOptions")), at(case.wire, "modes")
    if option is not None and not isinstance(modes, dict):
        yield Hit("a config option of category mode, but no modes", "/result/configOptions")
    elif option is None and isinstance(modes, dict) and at(modes, "availableModes"):
        yield Hit("modes, but no config option of category mode", "/result/modes")
