"""A session update of v1 is sent on a connection of v2.

## Why it matters
v2 keeps unknown kinds for later versions, so nothing refuses the update: it is silently lost. Of a `tool_call` the
Client still learns from the `tool_call_update` that follows.

## Instead
Send `tool_call_update` also for a new call, `plan_update` with a `plan`, and `config_option_update` for a mode.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p1","entries":[]}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_INSTEAD: Final = {
    "tool_call": "tool_call_update",
    "plan": "plan_update",
    "current_mode_update": "config_option_update",
}


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=tuple(_INSTEAD)),
    sources=("v2 Migration, One upsert notification, Plans, Session modes become config options",),
    over=("update/unknown-kind",),
)
def check(case: Case) -> Iterator[Hit]:
    """Such an update, where the version was answered. A tool call is not lost altogether: a warning."""
    kind = case.update or ""
    if case.after.basis is Basis.ANSWERED and case.event.part is None and case.sender is Side.AGENT:
        level = Level.WARNING if kind == "tool_call" else Level.ERROR
        text = f"the update {kind} is v1's; {_INSTEAD[kind]} takes its place"
        yield Hit(text, "/params/update/sessionUpdate", level=level, effect="lost")
