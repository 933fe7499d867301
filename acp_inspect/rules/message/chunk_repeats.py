"""A replay sends a message in chunks that the Client holds already.

## Why it matters
Chunks are added to what is there. A Client that does not empty its conversation before the replay shows the text
twice; whole messages would replace it.

## Instead
Replay with `user_message`, `agent_message` and `agent_thought`.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":10,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":10,"result":{}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":10,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":10,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_ROLES: Final = {"user_message_chunk": "user", "agent_message_chunk": "agent", "agent_thought_chunk": "thought"}


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=tuple(_ROLES)),
    sources=("v2 Migration, Whole-message upserts", "v2 Session Setup, Resuming Sessions"),
)
def check(case: Case) -> Iterator[Hit]:
    """The first chunk of a message in a replay that says how the held one begins."""
    session: Any = case.before.held.sessions.get(case.session or "")
    if session is None or session.window is None or session.window.saved is None or case.update is None:
        return
    update = at(case.held, "update")
    key = f"{_ROLES[case.update]}:{at(update, 'messageId')}"
    old = session.window.saved.messages.get(key)
    text = at(update, "content", "text")
    again = key not in session.messages or session.messages[key].first < session.window.request
    if old is not None and again and isinstance(text, str) and text and old.text.startswith(text):
        name = found(at(update, "messageId"))
        words = f"a chunk of the message {name}, whose text the Client holds already (#{old.first})"
        yield Hit(words, "/params/update", related=(session.window.request, old.first))
