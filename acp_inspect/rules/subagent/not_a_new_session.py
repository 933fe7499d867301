"""The Agent announces as a child a session that the Client created itself.

## Why it matters
The session is open on its own, with folders that the Client chose. As somebody's child it is shown twice, and the Client
may no longer change it.

## Instead
Start a session of its own, with an id of its own, for each subagent.

```acp bad after v2-turn
C  {"jsonrpc":"2.0","id":3,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":3,"result":{"sessionId":"s2"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"s2"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_standing import Standings
from acp_inspect.rules.sessions import CREATIONS, standing_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("notification",), updates=("subagent_update",)),
    sources=("v2 schema, SubagentUpdate",),
)
def check(case: Case) -> Iterator[Hit]:
    """The first announcement of a session that this connection created."""
    child = at(case.held, "update", "sessionId")
    if not isinstance(child, str) or child in case.known(Standings).children:
        return
    standing = standing_of(case, child)
    if standing.origin in CREATIONS:
        words = f"the Client created session {found(child)} itself (#{standing.opened})"
        yield Hit(words, "/params/update/sessionId", related=(standing.opened,))
