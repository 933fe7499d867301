"""A message of the user comes back from a replay under another id.

## Why it matters
The Client knows the message by the id that the Agent gave for the prompt. Under another it is a new message: what
belongs to the old one, such as a mark to go back to, is lost.

## Instead
Keep the id that `session/prompt` was answered with for as long as you keep the message.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m7","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
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
from typing import Any

from acp_inspect.protocol.entities import MESSAGE, Message
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.replays import conversation, finished
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/resume",)),
    sources=("v2 schema, PromptResponse, messageId",),
    tck=("ACP-RESUME-204",),
)
def check(case: Case) -> Iterator[Hit]:
    """None of the user's messages keeps its id, and those at the same places have the same content."""
    replay = finished(case)
    if replay is None or replay.before is None:
        return
    before, now = _of_user(replay.before), _of_user(replay.now)
    if not before or not now or {old.id for old in before} & {new.id for new in now}:
        return
    for old, new in zip(before, now, strict=False):
        if len(old.content) and old.content == new.content:
            words = f"the message has id {found(new.id)} here, and was inserted as {found(old.id)}"
            yield Hit(words, "/params/update/messageId", seq=new.first, related=(old.first, case.seq))
            return


def _of_user(session: Any) -> list[Message]:
    keys = [mention.ref.key for mention in conversation(session) if mention.ref.kind == MESSAGE]
    messages = [session.messages[key] for key in keys if key in session.messages]
    return [message for message in messages if message.role == "user"]
