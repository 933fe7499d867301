"""Some chunks of a turn carry a messageId and others of the same kind do not.

## Why it matters
It is legal in v1, but nobody can tell where one message ends and the next begins: a chunk without an id may belong to
the message before it, or be one of its own.

## Instead
Put a messageId on each chunk of a message, or on none.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"Hel"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"lo"}}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"Hel"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"lo"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.message_ids import CHUNKS, MessageIds
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=CHUNKS),
    sources=("RFD Message IDs (optional in v1)",),
)
def check(case: Case) -> Iterator[Hit]:
    """The first chunk of a turn that does it otherwise than those of its kind before it."""
    turn = case.known(MessageIds).turns.get(case.session or "")
    update = at(case.held, "update")
    if turn is None or case.update is None or not isinstance(update, dict):
        return
    named = update.get("messageId") is not None
    same, other = (turn.named, turn.nameless) if named else (turn.nameless, turn.named)
    if case.update in other and case.update not in same:
        has, had = ("has", "had none") if named else ("has no", "had one")
        yield Hit(f"this {case.update} {has} messageId, while others of this turn {had}", "/params/update")
