"""The content of a chunk is not one content block.

## Why it matters
The Client drops the chunk, and nobody is told: a piece of the message is missing.

## Instead
Send one content block, an object, in `content`. Text is a block too; several blocks are several chunks.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":"Hello"}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":[{"type":"text","text":"Hello"}]}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.content_blocks import BLOCK_CHUNKS
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=BLOCK_CHUNKS, faulty=True),
    sources=("v1 and v2 schema, ContentChunk/content",),
    over=("update/malformed-known",),
)
def check(case: Case) -> Iterator[Hit]:
    """Missing, or no object. What is wrong inside a block is for the rules of content."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer == "/update/content":
            yield hit(case, problem, f"drops the {case.update}, and nobody is told")
