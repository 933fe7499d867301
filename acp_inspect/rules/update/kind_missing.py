"""A session update does not say of which kind it is.

## Why it matters
Receivers tell updates apart by the member `sessionUpdate` alone. Without it, or with something other than a string in
it, they drop the whole notification, and nobody is told.

## Instead
Put the kind into `sessionUpdate`; no other member (`type`, `kind`, `session_update`) stands for it.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"type":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect, ProblemKind
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, words
from acp_inspect.wire.rpc import Side

_PLACES: Final = frozenset({"/update", "/update/sessionUpdate"})
_MISTAKEN: Final = ("session_update", "type", "kind", "updateType")


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), methods=("session/update",), faulty=True),
    sources=("v1 and v2 schema, SessionUpdate",),
)
def check(case: Case) -> Iterator[Hit]:
    """No object, or no string in `sessionUpdate`."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer not in _PLACES or problem.kind is ProblemKind.UNKNOWN_VARIANT:
            continue
        pointer = "/params" + problem.pointer
        update = at(case.wire, "update")
        meant = next((name for name in _MISTAKEN if isinstance(at(update, name), str)), None)
        hint = "" if meant is None else f" (is `{meant}` meant?)"
        yield Hit(f"{words(problem, pointer)}{hint}; the receiver drops the update", pointer, effect=problem.effect)
