"""A replay from the start lacks messages or tool calls that this connection saw before.

## Why it matters
In the newer draft an Agent replays what it has kept, which may be less than all. The user should know that the beginning
of the conversation is gone, and the author of an Agent that it is, if it should not be.

## Instead
Keep the conversation, and replay all of it. If you cannot, nothing is wrong by the protocol.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A! {"jsonrpc":"2.0","id":4,"result":{}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":4,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.replays import finished
from acp_inspect.rules.sessions import asked
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("session/resume",)),
    sources=("docs/protocol/v2/session-setup", "v2 schema, ReplayFrom"),
)
def check(case: Case) -> Iterator[Hit]:
    """Messages of the user and the Agent, and tool calls, that are known by id and not in the replay."""
    replay = finished(case)
    if replay is None or replay.before is None or at(asked(case, "replayFrom"), "type") != "start":
        return
    before, now = replay.before, replay.now
    messages = [key for key, message in before.messages.items() if message.role in ("user", "agent")]
    lost = sum(key not in now.messages for key in messages)
    calls = sum(call not in now.tool_calls for call in before.tool_calls)
    if lost or calls:
        words = (
            f"{lost} of {len(messages)} messages and {calls} of {len(before.tool_calls)} tool calls seen before are not"
            " in the replay"
        )
        yield Hit(words, "/result", related=(replay.request,))
