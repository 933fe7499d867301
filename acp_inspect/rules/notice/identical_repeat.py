"""The Agent sends a notice again that says the same as an earlier one.

## Why it matters
It is legal: each is an event of its own. Many of them bury what matters, though Clients may show them as one.

## Instead
Send a notice when something has changed, not each time it is looked at.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"error","title":"No network"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.notice_history import NoticeHistory, Words
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("notice",)),
    sources=("RFD Session Notices (repeated notices are independent events)",),
)
def check(case: Case) -> Iterator[Hit]:
    """The same words as of a live notice of this connection. What comes in a replay is for other rules."""
    update = at(case.held, "update")
    track = case.known(NoticeHistory).tracks.get(case.session or "")
    if not isinstance(update, dict) or track is None or track.window is not None:
        return
    twin = track.live.get(Words(update["severity"], update["title"], update.get("description")))
    if twin is not None and twin.source is None:
        message = f"the notice {found(twin.words.title)} says the same as #{twin.seq}; both count"
        yield Hit(message, "/params/update", related=(twin.seq,))
