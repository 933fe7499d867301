"""The Client sends a notification before `initialize` was answered.

## Why it matters
The Agent passes over it, since nothing is agreed yet.

## Instead
Wait for the result of `initialize`. Only `$/cancel_request` for `initialize` itself may come before it.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
C! {"jsonrpc":"2.0","method":"_example.com/hello"}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","method":"_example.com/hello"}
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.init_story import InitStory, too_early
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    on=(On(kinds=("notification",)), On(kinds=("request",), methods=("initialize",))),
    sources=("v1 and v2 Initialization",),
)
def check(case: Case) -> Iterable[Hit]:
    """A notification too early; in v2, where it is merely passed over, that is worth knowing."""
    return () if case.known(InitStory).done else _hits(case)


def _hits(case: Case) -> Iterator[Hit]:
    for seq, method, how in too_early(case, Side.CLIENT, "notification"):
        if method != "$/cancel_request":
            level = Level.WARNING if case.version == 1 else Level.INFO
            yield Hit(f"{method[:80]} {how}", seq=seq, level=level)
