"""Something live is sent before the replay is complete.

## Why it matters
By the newest draft of v2 all that comes before `replay_complete` is history. A notice, or work that begins, is then
shown as something long past.

## Instead
Hold live updates back until `replay_complete` is sent.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Connected"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"replay_complete"}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"replay_complete"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Connected"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.post_replays import Replays
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("notice", "state_update")),
    sources=("v2 draft of 20 November 2026, replay_complete",),
    stable=False,
    pedantic=True,
    dialects=frozenset({Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """A notice, or the state running, in a replay that is not complete."""
    session = case.before.held.sessions.get(case.session or "")
    window = session.window if session is not None else None
    if window is None or not window.replays or case.known(Replays).completed.get(case.session or "") == window.request:
        return
    update = at(case.wire, "update")
    if case.update == "notice" or at(update, "state") == "running":
        what = "a notice" if case.update == "notice" else "the state running"
        yield Hit(f"{what} before replay_complete", "/params/update", related=(window.request,))
