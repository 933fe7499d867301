"""A message that decides what may follow it stands in a batch.

## Why it matters
The entries of a batch may be acted upon in any order, even at once. What depends on `initialize`, a login, a session or
a prompt may then come before it.

## Instead
Send `initialize`, `auth/login`, `session/new`, `session/resume` and `session/prompt` by themselves, and wait for their
answers.

```acp bad after v2-open
C! [{"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}]
```

```acp good after v2-open
C  [{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}]
A  [{"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}]
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule

_FIRST: Final = ("initialize", "auth/login", "session/new", "session/resume", "session/prompt")


@rule(
    level=Level.WARNING,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("request",), methods=_FIRST, odd=True),
    sources=("v2 Transports of August 2026, JSON-RPC Batch Messages", "v2 Migration, Transports"),
    dialects=frozenset({Dialect.AUGUST}),
)
def check(case: Case) -> Iterator[Hit]:
    """Such a request in an array, also in an array of one."""
    if case.event.part is not None:
        yield Hit(f"{case.method} is entry {case.event.part + 1} of a batch, whose entries have no order")
