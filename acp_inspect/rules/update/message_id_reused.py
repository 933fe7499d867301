"""A messageId comes back in a later turn.

## Why it matters
An id stands for one message. The Client adds what comes to the old message, far up in the conversation, where nobody
looks.

## Instead
Give each message an id of its own, and do not use it again once its turn is over.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"And?"}]}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"Bye"}}}}
A  {"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"Hel"}}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"lo"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.problem import found
from acp_inspect.protocol.v1.conversation import message_key
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.message_ids import CHUNKS
from acp_inspect.wire.rpc import Side

_ROLES: Final = dict(zip(CHUNKS, ("user", "agent", "thought"), strict=True))


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=CHUNKS),
    sources=("RFD Message IDs (unique per message)", "v1 Prompt Turn, Message IDs"),
)
def check(case: Case) -> Iterator[Hit]:
    """A chunk of a message whose last chunk came before a turn that is answered and a prompt that followed that."""
    name = at(case.held, "update", "messageId")
    session: Any = case.before.held.sessions.get(case.session or "")
    if not isinstance(name, str) or case.update is None or session is None or session.window is not None:
        return
    message = session.messages.get(message_key(_ROLES[case.update], name))
    if message is None or session.prompt is None or message.last > session.prompt:
        return
    # A turn that goes on beside a new prompt may still bring chunks of its messages.
    if len(session.turns) == 1 and session.prompt in session.turns:
        words = f"messageId {found(name)} stood for a message of an earlier turn (#{message.first} to #{message.last})"
        yield Hit(words, "/params/update/messageId", related=(message.last,))
