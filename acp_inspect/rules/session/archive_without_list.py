"""The Agent advertises an archive of sessions but no list of them.

## Why it matters
Archiving takes a session out of the list. A Client that cannot ask for the list can neither see what was archived nor
bring it back.

## Instead
Advertise `sessionCapabilities.list` beside `sessionCapabilities.archive`, or neither.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"archive":{}}},"authMethods":[]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"archive":{},"list":{}}},"authMethods":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    stable=False,
    on=On(kinds=("response",), methods=("initialize",)),
    sources=("v1 schema, SessionCapabilities, archive",),
)
def check(case: Case) -> Iterator[Hit]:
    """`archive` without `list`, both as the Client holds them. In v2 every Agent with sessions has the list."""
    sessions = at(case.held, "agentCapabilities", "sessionCapabilities")
    if isinstance(at(sessions, "archive"), dict) and not isinstance(at(sessions, "list"), dict):
        where = pointer("result", "agentCapabilities", "sessionCapabilities", "archive")
        yield Hit("sessionCapabilities.archive is advertised without sessionCapabilities.list", where)
