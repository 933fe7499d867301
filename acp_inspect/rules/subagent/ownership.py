"""A child session gets another parent, or becomes its own ancestor.

## Why it matters
Sessions are shown as a tree. A child that stands in two places, or above itself, cannot be shown, and a Client that
follows the parents never comes to an end.

## Instead
Announce a child on the session that started it, and send what changes later on the same one.

```acp bad after v2-turn
C  {"jsonrpc":"2.0","id":3,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":3,"result":{"sessionId":"s2"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s2","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"k1","update":{"sessionUpdate":"subagent_update","sessionId":"s1"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","title":"Search"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"k1","update":{"sessionUpdate":"subagent_update","sessionId":"k2"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_standing import Standings
from acp_inspect.wire.rpc import Side

_DEEPEST: Final = 1_000
_WHERE: Final = "/params/update/sessionId"


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("notification",), updates=("subagent_update",)),
    sources=("v2 schema, SubagentUpdate",),
    over=("subagent/not-a-new-session",),
)
def check(case: Case) -> Iterator[Hit]:
    """A known child on another session, or a child among the ancestors of the session that announces it."""
    session, child = case.session, at(case.held, "update", "sessionId")
    if session is None or not isinstance(child, str):
        return
    children = case.known(Standings).children
    above: str | None = session
    for _ in range(_DEEPEST):
        if above is None:
            break
        if above == child:
            yield Hit(f"session {found(child)} is announced as a child below itself", _WHERE)
            return
        above = children[above].parent if above in children else None
    known = children.get(child)
    if known is not None and known.parent != session:
        words = (
            f"session {found(child)} is a child of {found(known.parent)} (#{known.seq}), and announced on another one"
        )
        yield Hit(words, _WHERE, related=(known.seq,))
