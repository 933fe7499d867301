"""An update of the current mode has the member `modeId` instead of `currentModeId`.

## Why it matters
An example in the protocol's own pages shows it so, but the schema does not: Clients drop the update, and go on showing
the old mode.

## Instead
Send the mode as `currentModeId`. Only the request `session/set_mode` calls it `modeId`.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"current_mode_update","modeId":"code"}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"current_mode_update","currentModeId":"code"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("current_mode_update",), faulty=True),
    sources=("v1 schema, CurrentModeUpdate", "v1 Session Modes, From the Agent (the example differs)"),
    tck=("ACP-MODES-002",),
    over=("update/malformed-known", "ext/custom-root-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """The one member without the other."""
    update = at(case.wire, "update")
    if case.sender is Side.AGENT and at(update, "currentModeId") is ABSENT and at(update, "modeId") is not ABSENT:
        message = "the mode is in modeId instead of currentModeId; the receiver drops the update, and nobody is told"
        yield Hit(message, "/params/update", effect="lost")
