"""A content block lacks what its type requires, or has it in a form that no receiver accepts.

## Why it matters
A prompt with such a block is rejected as a whole, a chunk is dropped. In a list of blocks the one goes and the rest is
kept; nobody is told.

## Instead
Text has `text`; image and audio have `data` and `mimeType`; a resource link has `name` and `uri`; a resource has `uri`
and `text` or `blob`.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","uri":"file:///work/a"}]}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"image","data":"aGk="}]}}}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","uri":"file:///work/a","name":"a"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.content_blocks import BLOCK_CHUNKS, BLOCK_LISTS
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted, faults, hit, reaches

_BLOCK: Final = re.compile(r"/prompt/\d+(?:/.*)?|/update/content/.+", re.DOTALL)
_ITEM: Final = re.compile(r"/update/(?:content|summary)/\d+")


@rule(
    level=Level.ERROR,
    side=None,
    on=(
        On(kinds=("request",), methods=("session/prompt",), faulty=True),
        On(kinds=("notification",), updates=(*BLOCK_CHUNKS, *BLOCK_LISTS), faulty=True),
    ),
    sources=("v1 and v2 Content", "v1 and v2 schema, ContentBlock and its variants"),
    over=("schema/request-params", "update/malformed-known", "update/items-dropped"),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault inside a block that loses the message, or the block."""
    lost = "rejects the prompt (-32602)" if case.kind == "request" else f"drops the {case.update}, and nobody is told"
    for problem in faults(case, Effect.LOST):
        if _BLOCK.fullmatch(problem.pointer):
            yield hit(case, problem, lost)
    for reach, problems in reaches(case, Effect.DROPPED):
        if _ITEM.fullmatch(reach):
            found = hit(case, problems[0], f"drops {dotted(body(case) + reach)} and keeps the rest")
            yield found._replace(level=Level.WARNING)
