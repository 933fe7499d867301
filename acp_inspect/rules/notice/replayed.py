"""The Agent sends an old notice again while it replays the history of a session.

Notices are live events. A finding says how sure it is, by its evidence: E0, the notice only stands in the window from
the request to its answer; E1, history stands before and after it; E2, the same notice was live before; E3, with the
same history around it; E4, its own `_meta` says that it is old; E5, two replays have it at the same place. A notice
that may be new is only pointed out.

## Why it matters
The user is told of something that is long over: a rate limit of last week, a server that runs again.

## Instead
Leave notices out when replaying. If the condition still holds, send a new notice, best after the answer.

```acp bad after v1-all-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"Rate limited"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"Rate limited"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```

```acp good after v1-all-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"Rate limited"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"Rate limited"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Evidence, Hit, Level, On, rule
from acp_inspect.rules.memory.notice_history import NoticeHistory, Track, Window
from acp_inspect.rules.notice_evidence import grade
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=(On(kinds=("response",), methods=("session/load", "session/resume")), On(kinds=("end",))),
    sources=("RFD Session Notices, Delivery and history (SHOULD NOT)", "v1 and v2 schema, Notice"),
)
def check(case: Case) -> Iterator[Hit]:
    """Graded when the window is over, for only then is it known whether history follows."""
    history = case.known(NoticeHistory)
    if case.kind == "end":
        for track in history.tracks.values():
            if track.window is not None:
                yield from _replayed(track.window, track, history)
        return
    track = history.tracks.get(case.session or "", Track())
    if track.window is not None and track.window.request == case.event.answers:
        yield from _replayed(track.window, track, history)


def _replayed(window: Window, track: Track, history: NoticeHistory) -> Iterator[Hit]:
    for seen in window.notices:
        graded = grade(seen, window, track, history.started)
        if not window.replays and graded.evidence is not Evidence.E4:
            # What a v1 session/resume repeats is for notice/replayed-on-resume.
            continue
        words = "is an old one" if graded.sure else "may be an old one"
        yield Hit(
            f"the notice {found(seen.words.title)} in the replay {words}: {graded.words}",
            "/params/update",
            seq=seen.seq,
            related=(window.request, *graded.related),
            level=None if graded.sure else Level.INFO,
            evidence=graded.evidence,
        )
