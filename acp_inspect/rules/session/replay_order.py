"""A replay tells the conversation in another order than it had.

## Why it matters
The order in which messages and tool calls first came is the order in which they are read. Told otherwise, answers stand
before questions.

## Instead
Replay everything in the order in which it first appeared, however often it changed later.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":4,"result":{}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":4,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.entities import Mention, Ref
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.replays import conversation, finished
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("session/resume",)),
    sources=("docs/protocol/v2/session-setup", "RFD Session Compaction, Identity and lifecycle"),
)
def check(case: Case) -> Iterator[Hit]:
    """The first entity that both have and that came earlier before than one that the replay told before it."""
    replay = finished(case)
    if replay is None or replay.before is None:
        return
    places = {mention.ref: place for place, mention in enumerate(conversation(replay.before))}
    latest: Mention | None = None
    for mention in conversation(replay.now):
        if mention.ref not in places or mention.seq <= replay.request:
            continue
        if latest is not None and places[mention.ref] < places[latest.ref]:
            words = f"{_named(mention.ref)} came before {_named(latest.ref)} live, and after it in the replay"
            yield Hit(words, "/params/update", seq=mention.seq, related=(latest.seq, case.seq))
            return
        latest = mention


def _named(ref: Ref) -> str:
    return f"{ref.kind.replace('_', ' ')} {found(ref.key)}"
