"""A list in the answer that makes a session ready is null.

## Why it matters
Receivers take null for "not told": the Client keeps what it knew, or waits for an update, where the Agent may have meant
that there are none.

## Instead
Send an array, an empty one for "none", or leave the member out.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":null}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/new", "session/resume", "session/fork")),
    sources=("v2 schema, NewSessionResponse, ResumeSessionResponse, ForkSessionResponse",),
    over=("schema/salvaged-field", "schema/null-for-default"),
)
def check(case: Case) -> Iterator[Hit]:
    """`configOptions` or `availableCommands` that is null."""
    if not succeeded(case) or not speaks_v2(case):
        return
    for name in ("configOptions", "availableCommands"):
        if at(case.wire, name) is None:
            words = f"{name} is null; receivers read it as omitted"
            yield Hit(words, pointer("result", name), effect=Effect.SALVAGED.value)
