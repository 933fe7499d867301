"""A session update of a kind that only v2 has is sent on a v1 connection.

## Why it matters
v1's kinds are a closed set: the Client drops the update, and nobody is told.

## Instead
Speak the version that `initialize` settled. In v1 messages come in chunks, and a turn ends with the answer to its
prompt.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from acp_inspect.protocol.connection import Basis
from acp_inspect.protocol.schema import load_packaged_schema
from acp_inspect.protocol.surface import update_kinds
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), methods=("session/update",), faulty=True),
    sources=("v1 and v2 schema, SessionUpdate", "v1 Initialization (act by the version that was settled)"),
    over=("update/unknown-kind",),
)
def check(case: Case) -> Iterator[Hit]:
    """A kind that only v2 knows, once it is settled that the connection speaks v1."""
    if case.update in _later() and case.after.basis is Basis.ANSWERED:
        message = f"{case.update} is an update of version 2; a version 1 Client drops it"
        yield Hit(message, "/params/update/sessionUpdate", effect="lost")


@cache
def _later() -> frozenset[str]:
    old, new = (update_kinds(load_packaged_schema(version, unstable=True)) for version in (1, 2))
    return new - old
