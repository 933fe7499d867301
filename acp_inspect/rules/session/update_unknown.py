"""The Agent sends an update or a request for a session that the Client does not know.

## Why it matters
A Client finds the place for an update by its session id. It drops what names a session that it neither created nor
opened on this connection, and it answers such a request with an error.

## Instead
Send only for sessions that this connection created, loaded, resumed or forked, or whose child session was announced to
it. Updates that come while a `session/load` or `session/resume` waits for its answer are right. Where the Client itself
prompts a session that it never opened, that request is the fault, and not what the Agent then sends.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s9","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}
A! {"jsonrpc":"2.0","id":1,"method":"session/request_permission","params":{"sessionId":"s9","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s9","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}}
```

```acp bad after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s9","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s9","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"Resource not found","data":{"sessionId":"s9"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s9","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hi"}}}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s9","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s9","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.session_strays import SORTED_AT, sort
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=(*SORTED_AT, On(kinds=("end",))),
    sources=(
        "v1 and v2 schema, sessionId of the messages that a Client handles",
        "docs/protocol/v1/prompt-turn, 3. Agent Reports Output",
        "docs/protocol/v2/session-setup",
    ),
)
def check(case: Case) -> Iterable[Hit]:
    """Messages for sessions that nothing explains, once nothing can any more."""
    unknown = sort(case).unknown
    return _hits(case, unknown) if unknown else ()


def _hits(case: Case, unknown: tuple[tuple[str, list[int]], ...]) -> Iterator[Hit]:
    for session, seqs in unknown:
        words = f"session {found(session)} was never created or opened on this connection"
        for seq in seqs:
            yield Hit(words, pointer("params", "sessionId"), seq=seq, related=() if seq == case.seq else (case.seq,))
