"""One messageId stands for messages of different roles.

## Why it matters
In v1 an id is unique within the session: a Client that looks messages up by id alone adds the Agent's words to the
user's. In v2 ids are unique within a role, so it is legal, but it confuses.

## Instead
Give each message an id of its own. An id of the model's that covers a thought and an answer can be told apart by a suffix.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","messageId":"m1","content":{"type":"text","text":"Hi"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"Hello"}}}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"Hello"}}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","messageId":"m1","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m2","content":{"type":"text","text":"Hello"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.problem import found
from acp_inspect.protocol.v1.conversation import message_key
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_ROLES: Final = {
    "user_message_chunk": "user",
    "user_message": "user",
    "agent_message_chunk": "agent",
    "agent_message": "agent",
    "agent_thought_chunk": "thought",
    "agent_thought": "thought",
}


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=tuple(_ROLES)),
    sources=("RFD Message IDs (unique within a session)", "v1 schema, ContentChunk/messageId", "v2 schema, MessageId"),
)
def check(case: Case) -> Iterator[Hit]:
    """The first message of a role under an id that another role has."""
    name = at(case.held, "update", "messageId")
    session: Any = case.before.held.sessions.get(case.session or "")
    if session is None or not isinstance(name, str) or case.update is None:
        return
    role = _ROLES[case.update]
    messages = session.messages
    if _key(case, role, name) in messages:
        return
    for other in ("user", "agent", "thought"):
        twin = messages.get(_key(case, other, name)) if other != role else None
        if twin is not None:
            words = f"messageId {found(name)} stands for a message of the role {other} (#{twin.first}), and now for one of {role}"
            # One answer of a model often has a thought and a text in it.
            less = case.version == 2 or "user" not in (role, other)
            yield Hit(words, "/params/update/messageId", related=(twin.first,), level=Level.INFO if less else None)


def _key(case: Case, role: str, name: str) -> str:
    return message_key(role, name) if case.version == 1 else f"{role}:{name}"
