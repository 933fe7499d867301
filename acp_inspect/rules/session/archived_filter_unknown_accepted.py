"""The Agent answers a session list for a value of `archived` that nobody knows.

## Why it matters
The Client asked for something newer than the Agent, and takes the ordinary list for the answer.

## Instead
Answer error -32602 for a filter that is not supported. `exclude`, `include` and `only` are.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"archive":{},"list":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"recent"}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"archive":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"archived":"only"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, session_capability
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import asked, succeeded
from acp_inspect.wire.rpc import Side

_FILTERS: Final = ("exclude", "include", "only")


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/list",)),
    sources=("v1 and v2 schema, SessionArchiveFilter",),
)
def check(case: Case) -> Iterator[Hit]:
    """A result for an unknown filter; one that begins with an underscore may be a private agreement."""
    wanted = asked(case, "archived")
    if not succeeded(case) or not isinstance(wanted, str) or wanted in _FILTERS or not agent_is_known(case):
        return
    if agent_advertises(case, *session_capability(case, "archive")):
        level = Level.INFO if wanted.startswith("_") else None
        words = f"archived: {found(wanted)} was accepted; the protocol knows exclude, include and only"
        yield Hit(words, "/result", related=(case.event.answers or 0,), level=level)
