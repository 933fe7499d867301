"""The time at which a session was last changed is not written as the protocol asks.

## Why it matters
Clients sort sessions by `updatedAt` and show it. Common v2 Clients drop a time that they cannot read, others show it as
it is, or fail to sort.

## Instead
Write it as RFC 3339 has it, with an offset: `2026-11-30T10:00:00Z`. In v1 any form of ISO 8601 will do.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","updatedAt":"yesterday"}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","updatedAt":"2026-11-30 10:00"}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","updatedAt":"2026-11-30T10:00:00+01:00"}}}
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
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

_TIME: Final = r"(?:[01]\d|2[0-4]):?[0-5]\d(?::?(?:[0-5]\d|60)(?:[.,]\d+)?)?"
_ISO_8601: Final = re.compile(
    rf"\d{{4}}-?(?:[01]\d-?[0-3]\d|W[0-5]\d-?[1-7]|[0-3]\d\d)(?:[T ]{_TIME}(?:Z|[+-]\d\d(?::?\d\d)?)?)?"
)
_RFC_3339: Final = re.compile(
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?"
    r"(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)"
)


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=(
        On(kinds=("notification",), updates=("session_info_update",)),
        On(kinds=("response",), methods=("session/list",)),
    ),
    sources=(
        "docs/protocol/v1/session-list, SessionInfo",
        "v1 schema, SessionInfo and SessionInfoUpdate, updatedAt",
        "docs/protocol/v2/session-list, SessionInfo",
        "v2 schema, SessionInfo and SessionInfoUpdate, updatedAt",
    ),
    over=("schema/salvaged-field", "update/salvaged-known"),
)
def check(case: Case) -> Iterator[Hit]:
    """A string that is no ISO 8601 (v1) or no RFC 3339 (v2). Other types are for the schema's rules."""
    if case.kind == "notification":
        yield from _judged(case, at(case.wire, "update", "updatedAt"), "params", "update", "updatedAt")
        return
    sessions = at(case.wire, "sessions")
    for place, session in enumerate(sessions if isinstance(sessions, list) else ()):
        yield from _judged(case, at(session, "updatedAt"), "result", "sessions", place, "updatedAt")


def _judged(case: Case, time: Json, *where: str | int) -> Iterator[Hit]:
    if not isinstance(time, str):
        return
    form, name = (_ISO_8601, "ISO 8601") if not speaks_v2(case) else (_RFC_3339, "RFC 3339 with an offset")
    if form.fullmatch(time) is None:
        yield Hit(f"updatedAt is {found(time)}, which is not {name}", pointer(*where))
