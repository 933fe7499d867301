"""The Agent sends a notice that the Client never said it can show.

## Why it matters
`notice` is no part of the closed set of session updates that every v1 Client knows. A Client that did not advertise it
may drop the update or fail to read it, and the user never learns what the Agent wanted to say.

## Instead
Send notices only when `clientCapabilities.session.notices` of the Client's `initialize` is an object. Otherwise say it
in an ordinary `agent_message_chunk`, or not at all.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Using defaults"}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Using defaults"}}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Using defaults"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("notice",)),
    sources=("RFD Session Notices, Version-specific capability", "v1 schema, Notice"),
)
def check(case: Case) -> Iterator[Hit]:
    """A notice although the capability is not an object after salvaging."""
    if case.sender is not Side.AGENT or case.partial:
        return
    if not isinstance(at(case.before.client.capabilities, "session", "notices"), dict):
        yield Hit("the Client did not advertise clientCapabilities.session.notices", pointer("params", "update"))
