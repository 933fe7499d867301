"""An identifier is the empty string.

## Why it matters
The schema allows it. Programs that ask "is there an id?" by its truth take it for none, and what is to be unique seldom
is when it is empty.

## Instead
Give each session, message, tool call and so on an id with something in it.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":""}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body
from acp_inspect.wire.json_text import Json

_IDS: Final = frozenset(
    {"compactionId", "configId", "elicitationId", "messageId", "methodId", "modeId", "optionId", "planId"}
    | {"sessionId", "terminalId", "toolCallId"}
)
_INSIDE: Final = ("update", "toolCall", "outcome", "plan")
"""Members with objects that have ids of their own."""


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("request", "notification", "response")),
    sources=("v1 and v2 schema, SessionId and the other ids (strings of any length)",),
)
def check(case: Case) -> Iterable[Hit]:
    """Empty ids of a message and of what it is about."""
    members = case.wire
    if not isinstance(members, dict):
        return ()
    hits = _empty(members, body(case)) if "" in members.values() else []
    for name in _INSIDE:
        inner = members.get(name)
        if isinstance(inner, dict) and "" in inner.values():
            hits += _empty(inner, f"{body(case)}/{name}")
    return hits


def _empty(members: dict[str, Json], pointer: str) -> list[Hit]:
    return [
        Hit(f"{name} is empty", f"{pointer}/{name}") for name, value in members.items() if value == "" and name in _IDS
    ]
