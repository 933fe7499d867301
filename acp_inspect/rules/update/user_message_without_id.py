"""An Agent that uses message ids sends a user message without one.

## Why it matters
The Client cannot tell whether the message is the one that it shows already.

## Instead
Put a messageId on each user message that is sent, in a replay too.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m2","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"loadSession":true}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","messageId":"m1","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m2","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.message_ids import CHUNKS, MessageIds
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=CHUNKS),
    sources=("RFD Message IDs, Proposed Structure (SHOULD)",),
)
def check(case: Case) -> Iterator[Hit]:
    """Each turn's first such message; those from before the Agent's first id, once that comes."""
    known = case.known(MessageIds)
    update = at(case.held, "update")
    if case.sender is not Side.AGENT or not isinstance(update, dict):
        return
    words = "a user message without messageId, though the Agent puts one on its messages"
    if update.get("messageId") is not None:
        if not known.used:
            for turn in known.turns.values():
                if turn.user:
                    yield Hit(words, "/params/update", seq=turn.user, related=(case.seq,))
    elif known.used and case.update == "user_message_chunk":
        old = known.turns.get(case.session or "")
        if old is None or case.update not in old.nameless:
            yield Hit(words, "/params/update")
