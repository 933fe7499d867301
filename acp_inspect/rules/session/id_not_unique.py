"""The Agent gives a new session the id of another one.

## Why it matters
The id is all that tells sessions apart: updates, prompts and permissions of the two end up in one, and deleting one
deletes the other.

## Instead
Make a new id for every session, and never use one again.

```acp bad after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s1"}}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.session_listing import Listing
from acp_inspect.rules.memory.session_standing import Standings
from acp_inspect.rules.sessions import CREATIONS, standing_of, succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=CREATIONS),
    sources=(
        "docs/protocol/v1/session-setup, Creating a Session",
        "docs/protocol/v2/session-setup",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that this connection opened before or knows as a child's, or that was listed before it was asked for."""
    made, asked = at(case.wire, "sessionId"), case.event.answers or 0
    if not succeeded(case) or not isinstance(made, str):
        return
    standing = standing_of(case, made)
    child = case.known(Standings).children.get(made)
    listed = case.known(Listing).ids.get(made, asked)
    if standing.deleted > standing.opened:
        return
    if standing.opened:
        yield Hit(f"session {found(made)} was opened before (#{standing.opened})", _WHERE, related=(standing.opened,))
    elif child is not None and child.seq < asked:
        yield Hit(f"{found(made)} is the id of a child session (#{child.seq})", _WHERE, related=(child.seq,))
    elif listed < asked:
        yield Hit(f"session {found(made)} was listed before it was created (#{listed})", _WHERE, related=(listed,))


_WHERE = "/result/sessionId"
