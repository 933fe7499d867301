"""Two MCP servers of a session have the same name.

## Why it matters
The name tells the servers' tools apart. Agents built with the common SDK refuse such a request; others start only one of
the two, or mix them up.

## Instead
Give each server of a request a name of its own.

```acp bad after v2-all-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"stdio","name":"docs","command":"/bin/a"},{"type":"stdio","name":"docs","command":"/bin/b"}]}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"stdio","name":"docs","command":"/bin/a"},{"type":"stdio","name":"files","command":"/bin/b"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("request",), methods=SETUPS),
    sources=("TypeScript SDK 2.4.0, dist/v2/acp.js, assertSupportedMcpServers",),
)
def check(case: Case) -> Iterator[Hit]:
    """A name that an earlier server of the request has."""
    servers = at(case.wire, "mcpServers")
    if case.sender is not Side.CLIENT or not isinstance(servers, list) or not speaks_v2(case):
        return
    seen: set[str] = set()
    for place, server in enumerate(servers):
        name = at(server, "name")
        if not isinstance(name, str):
            continue
        if name in seen:
            words = f"an earlier MCP server is called {found(name)} too"
            yield Hit(words, pointer("params", "mcpServers", place, "name"))
        seen.add(name)
