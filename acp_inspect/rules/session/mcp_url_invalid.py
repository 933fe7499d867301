"""The address of an MCP server is not a complete URL.

## Why it matters
Common Agents check the address when they read the request, and reject the whole of it: there is no session. Others find
out when they connect, and the server's tools are missing.

## Instead
Send an absolute URL with its scheme, `https://` or `http://`.

```acp bad after v2-all-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"http","name":"docs","url":"example.com/mcp"}]}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[{"type":"http","name":"docs","url":"https://example.com/mcp"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.rpc import Side

_SCHEME: Final = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):")


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    versions=frozenset({2}),
    on=On(kinds=("request",), methods=SETUPS),
    sources=("docs/protocol/v2/session-setup, HTTP Transport", "v2 schema, McpServerHttp, url"),
    over=("schema/request-params",),
)
def check(case: Case) -> Iterator[Hit]:
    """An http server whose address has no scheme, or (a warning) one other than http and https."""
    servers = at(case.wire, "mcpServers")
    if case.sender is not Side.CLIENT or not isinstance(servers, list) or not speaks_v2(case):
        return
    for place, server in enumerate(servers):
        url = at(server, "url")
        if at(server, "type") != "http" or not isinstance(url, str):
            continue
        where = pointer("params", "mcpServers", place, "url")
        scheme = _SCHEME.match(url)
        if scheme is None:
            yield Hit(f"{found(url)} has no scheme, so it is no URL", where)
        elif scheme[1].lower() not in ("http", "https"):
            yield Hit(f"{found(url)} is no address of HTTP", where, level=Level.WARNING)
