"""A child session changes its state, and its parent does not tell it.

## Why it matters
A Client that shows the parent alone learns of the child's state from `subagent_update`. It shows a subagent as busy that
has long finished, or the other way round.

## Instead
When a child's state changes, send `subagent_update` with the new `state` on its parent, before or after the child's own
`state_update`.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"k1","update":{"sessionUpdate":"state_update","state":"running"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"k1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","state":{"state":"idle"}}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"k1","update":{"sessionUpdate":"state_update","state":"running"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","state":{"state":"running"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","state":{"state":"idle"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"k1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.subagent_mirror import Mirror, overdue
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 schema, SubagentUpdate, state",),
)
def check(case: Case) -> Iterator[Hit]:
    """A child's state that was not told when the child reports its next one, or the parent becomes idle."""
    for child in overdue(case):
        owed = case.known(Mirror).owed[child]
        words = f"{found(owed.parent)} did not tell that its child {found(child)} is {found(owed.state)}"
        yield Hit(words, "/params/update/state", seq=owed.seq, related=(case.seq,))
