"""A variable stands twice in the environment of an MCP server.

## Why it matters
Some Agents refuse the request. For the others the last value counts, which may not be the one that was meant.

## Instead
Name each variable once.

```acp bad after v2-all-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"stdio","name":"docs","command":"/bin/docs","env":[{"name":"LANG","value":"C"},{"name":"LANG","value":"de"}]}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"stdio","name":"docs","command":"/bin/docs","env":[{"name":"LANG","value":"C"},{"name":"HOME","value":"/home/me"}]}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({2}),
    on=On(kinds=("request",), methods=SETUPS),
    sources=("v2 schema, McpServerStdio, env",),
)
def check(case: Case) -> Iterator[Hit]:
    """A variable's name that stands earlier in the same list."""
    servers = at(case.wire, "mcpServers")
    if case.sender is Side.CLIENT and isinstance(servers, list) and speaks_v2(case):
        for place, server in enumerate(servers):
            yield from _repeated(server, place)


def _repeated(server: Json, place: int) -> Iterator[Hit]:
    variables = at(server, "env")
    seen: set[str] = set()
    for index, variable in enumerate(variables if isinstance(variables, list) else ()):
        name = at(variable, "name")
        if not isinstance(name, str):
            continue
        if name in seen:
            words = f"the variable {found(name)} is given twice"
            yield Hit(words, pointer("params", "mcpServers", place, "env", index, "name"))
        seen.add(name)
