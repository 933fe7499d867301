"""The Agent advertises sessions and does not know a method that belongs to them.

## Why it matters
In v2 the object `session` promises all of `session/new`, `list`, `resume`, `close` and `prompt`. Clients rely on it, and
have no other way to ask.

## Instead
Implement all five, or do not advertise `session`. An empty list is a good answer to `session/list`.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A! {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_NO_SUCH_METHOD: Final = -32601


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(
        kinds=("response",),
        methods=("session/new", "session/list", "session/resume", "session/close", "session/prompt"),
    ),
    sources=("RFD v2 Required Session Methods", "v2 schema, SessionCapabilities"),
    over=("init/advertised-but-unimplemented",),
)
def check(case: Case) -> Iterator[Hit]:
    """Method not found, although `session` was advertised."""
    if case.sender is not Side.AGENT or case.step.ask is None or not agent_is_known(case):
        return
    if at(case.message, "error", "code") == _NO_SUCH_METHOD and agent_advertises(case, "session"):
        words = f"{case.method} is not implemented, although the Agent advertised session"
        yield Hit(words, "/error/code", related=(case.event.answers or 0,))
