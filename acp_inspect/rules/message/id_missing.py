"""A message of v2 has no messageId.

## Why it matters
In v2 every message and every chunk names its message. The Client drops one that does not, and nobody is told.

## Instead
Put a `messageId` on each; chunks of one message carry the same.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import Side

_MESSAGES: Final = (
    "user_message",
    "user_message_chunk",
    "agent_message",
    "agent_message_chunk",
    "agent_thought",
    "agent_thought_chunk",
)


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=_MESSAGES, faulty=True),
    sources=("v2 Prompt Lifecycle, Message IDs", "v2 schema, ContentChunk, UserMessage, AgentMessage, AgentThought"),
    over=("update/malformed-known",),
    tck=("ACP-PATCH-201",),
)
def check(case: Case) -> Iterator[Hit]:
    """Missing, or no string."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer == "/update/messageId":
            yield hit(case, problem, f"drops the {case.update}, and nobody is told")
