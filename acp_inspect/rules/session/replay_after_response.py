"""The Agent answers before it has sent the history that the Client asked for.

## Why it matters
With the answer the Client takes the history for complete: it lets the user write, and what still comes looks like new
messages after the old ones.

## Instead
Send all of the history, then answer `session/load` (v1) or `session/resume` with `replayFrom` (v2).

```acp bad after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
```

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":4,"result":{}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","title":"Greeting"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.session_replays import Replays, comes_late
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("user_message_chunk", "user_message")),
    sources=("docs/protocol/v1/session-setup, Loading a Session", "docs/protocol/v2/session-setup"),
    tck=("ACP-LOAD-002", "ACP-RESUME-202"),
)
def check(case: Case) -> Iterator[Hit]:
    """The first message of the user that belongs to an answered replay; without one, late output cannot be told from
    new."""
    replays = case.known(Replays).sessions
    if replays and case.session is not None and comes_late(case):
        answer = replays[case.session].answer
        yield Hit(f"history that comes after the answer (#{answer})", "/params/update", related=(answer,))
