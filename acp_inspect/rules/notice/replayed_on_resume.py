"""The Agent sends an old notice again while a v1 session is resumed.

## Why it matters
session/resume replays nothing, and notices are no history: the user is told again of something that is over.

## Instead
When a session is resumed, send a notice only for what holds now.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"Rate limited"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Smaller model"}}}
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"Rate limited"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Smaller model"}}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"Rate limited"}}}
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"Rate limited"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Evidence, Hit, Level, On, rule
from acp_inspect.rules.memory.notice_history import NoticeHistory, Track
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("session/resume",)),
    sources=("RFD Session Notices, Delivery and history", "v1 Session Setup, Resuming a Session"),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """Notices that were live before; several in their old order weigh more than one."""
    track = case.known(NoticeHistory).tracks.get(case.session or "", Track())
    window = track.window
    if window is None or window.replays or window.request != case.event.answers:
        return
    old = [(seen, track.live[seen.words]) for seen in window.notices if seen.words in track.live]
    places = [twin.seq for _, twin in old]
    in_order = len(old) > 1 and all(one < other for one, other in pairwise(places))
    for seen, twin in old:
        where = f"#{twin.seq}" if twin.source is None else twin.source
        yield Hit(
            f"the notice {found(seen.words.title)} was live before ({where})"
            + (", and others in the same order" if in_order else ", but the reason for it may still be there"),
            "/params/update",
            seq=seen.seq,
            related=(window.request,) if twin.source is not None else (window.request, twin.seq),
            level=None if in_order else Level.INFO,
            evidence=Evidence.E2,
        )
