"""The Agent says that a session is open, and not what it does.

## Why it matters
The Client asked to learn whether the session works, waits or rests. Without `state` it has to open the session to know.

## Instead
With `status` `open`, send in `state` what a `state_update` would say now.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"status":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/status","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":2,"result":{"status":"open"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"status":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/status","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"status":"open","state":{"state":"idle"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/status",)),
    sources=("v2 schema, SessionStatusResponse, state",),
    over=("schema/salvaged-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """`open` without a state that the Client can read."""
    if not succeeded(case) or not speaks_v2(case):
        return
    if at(case.held, "status") == "open" and not isinstance(at(case.held, "state"), dict):
        yield Hit("the session is open, and its state is not told", "/result/state")
