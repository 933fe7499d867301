"""The Agent announces a child session after it has sent messages of it.

## Why it matters
The Client learns from the announcement where the child belongs. What comes before names a session that it does not know,
and is dropped.

## Instead
Send the first `subagent_update` on the parent before anything that names the child.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"k1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"k1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hi"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_strays import sort
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("notification",), updates=("subagent_update",)),
    sources=("v1 and v2 schema, SubagentUpdate",),
)
def check(case: Case) -> Iterator[Hit]:
    """The first message that named the child. Inside of a replay the order is a warning only."""
    announced = sort(case).announced
    if announced is None:
        return
    child, first = announced
    held = case.before.held.sessions.get(case.session) if case.session is not None else None
    replays = held is not None and held.window is not None and held.window.replays
    words = f"session {found(child)} is announced only later (#{case.seq})"
    level = Level.WARNING if replays else None
    yield Hit(words, "/params/sessionId", seq=first, related=(case.seq,), level=level)
