"""The Client answers a notice.

## Why it matters
A notice is a notification: it has no id, so the answer is to nothing, and the Agent may take it for a broken message.

## Instead
Show the notice, or do not. A Client that does not know the kind of an update passes over it in silence. That the user
closed a notice is no news for the Agent.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
C! {"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"unknown update"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.notice_last import LastNotice
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import ABSENT, Response, Side

_UNREADABLE: Final = frozenset({-32700, -32600})
"""Codes by which a peer says that a line was no message at all: that is about some other line."""


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("response",)),
    sources=("RFD Session Notices (no response, no acknowledgement)", "JSON-RPC 2.0, section 4.1, Notification"),
    over=("jsonrpc/notification-answered",),
)
def check(case: Case) -> Iterator[Hit]:
    """A response without an id that comes right after a notice."""
    body = case.event.body
    if case.event.outcome is not Outcome.ORPHAN or case.sender is not Side.CLIENT or not isinstance(body, Response):
        return
    last = case.known(LastNotice).seq
    nameless = body.id is ABSENT or body.id.key is None
    code = at(body.error, "code")
    unreadable = isinstance(code, int) and code in _UNREADABLE
    if nameless and last == case.seq - 1 and not unreadable:
        yield Hit(f"an answer to the notice #{last}, which is none to be answered", "", related=(last,))
