"""The history of a loaded session lacks something that this connection saw before.

## Why it matters
The user misses a part of the conversation that the Agent may still know, or has lost.

## Instead
Replay the whole conversation: the messages of both sides and the tool calls. Thoughts may be left out, and notices
should be.

```acp bad after v1-all-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A! {"jsonrpc":"2.0","id":4,"result":{}}
```

```acp good after v1-all-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":4,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.replays import finished
from acp_inspect.wire.rpc import Side

_ROLES: Final = ("user", "agent")
_MOST_SEARCHED: Final = 50
"""Messages that are not replayed as one are searched in the whole text: chunks may be joined otherwise."""


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    pedantic=True,
    on=On(kinds=("response",), methods=("session/load",)),
    sources=("docs/protocol/v1/session-setup, Loading a Session",),
)
def check(case: Case) -> Iterator[Hit]:
    """A text of the user or the Agent, or a tool call by its id or title, that a replay which brought something lacks."""
    replay = finished(case)
    if replay is None or replay.before is None or not replay.brought:
        return
    missing = _missing_text(replay.before, replay.now) or _missing_call(replay.before, replay.now)
    if missing is not None:
        yield Hit(f"{missing} was there before, and is not in the replay", "/result", related=(replay.request,))


def _missing_text(before: Any, now: Any) -> str | None:
    texts = {role: [message.text for message in now.messages.values() if message.role == role] for role in _ROLES}
    whole = {role: {text.strip() for text in known} for role, known in texts.items()}
    joined = {role: "".join(known) for role, known in texts.items()}
    searched = 0
    for message in before.messages.values():
        if message.role not in _ROLES or message.echo:
            continue
        text = message.text.strip()
        if text and text not in whole[message.role] and searched < _MOST_SEARCHED:
            searched += 1
            if text not in joined[message.role]:
                return f"the {message.role} message {found(text)}"
    return None


def _missing_call(before: Any, now: Any) -> str | None:
    titles = {call.title for call in now.tool_calls.values()}
    for call in before.tool_calls.values():
        if call.id not in now.tool_calls and call.title not in titles:
            return f"the tool call {found(call.title or call.id)}"
    return None
