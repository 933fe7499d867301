"""A replay does not end with exactly one `replay_complete`, or such an update comes without a replay.

## Why it matters
By the newest draft of v2 a Client shows history as history until `replay_complete` and takes what follows as live.
Without it, or with several, it takes one for the other.

## Instead
Send it once for each `session/resume` with `replayFrom`, after the history and before the response; never else.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"replay_complete"}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A! {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"replay_complete"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.post_replays import Replays
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=(
        On(kinds=("notification",), updates=("replay_complete",)),
        On(kinds=("response",), methods=("session/resume",)),
    ),
    sources=("v2 draft of 20 November 2026, replay_complete",),
    stable=False,
    pedantic=True,
    dialects=frozenset({Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """One outside of a replay, a second one in it, or a successful resume without."""
    if case.partial:
        return
    if case.kind == "response":
        ask = case.step.ask
        if ask is None or ask.params.get("replayFrom") is None or not isinstance(case.wire, dict):
            return
        if case.known(Replays).completed.get(ask.session or "") != ask.seq:
            yield Hit("the replay has no replay_complete", related=(ask.seq,))
        return
    session = case.before.held.sessions.get(case.session or "")
    window = session.window if session is not None else None
    if window is None or not window.replays:
        yield Hit("replay_complete without a replay", "/params/update")
    elif case.known(Replays).completed.get(case.session or "") == window.request:
        yield Hit("a second replay_complete in one replay", "/params/update", related=(window.request,))
