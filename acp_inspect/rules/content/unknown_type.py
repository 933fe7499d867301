"""A content block is of a type that v1 does not know.

## Why it matters
In v1 the types are a closed set: a receiver rejects the whole prompt, or drops the whole chunk.

## Instead
Use `text`, `image`, `audio`, `resource_link` or `resource`.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"video","data":""}]}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","name":"clip","uri":"file:///work/clip.mp4"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect, ProblemKind
from acp_inspect.rules.case import Case
from acp_inspect.rules.content_blocks import BLOCK_CHUNKS
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit

_TYPE: Final = re.compile(r"/(?:prompt/\d+|update/content)/type")


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({1}),
    on=(
        On(kinds=("request",), methods=("session/prompt",), faulty=True),
        On(kinds=("notification",), updates=BLOCK_CHUNKS, faulty=True),
    ),
    sources=("v1 Content", "v1 schema, ContentBlock (closed)"),
    over=("schema/request-params", "update/malformed-known", "content/malformed-block"),
)
def check(case: Case) -> Iterator[Hit]:
    """A type that is missing or not listed."""
    for problem in faults(case, Effect.LOST):
        if _TYPE.fullmatch(problem.pointer) and problem.kind in (ProblemKind.UNKNOWN_VARIANT, ProblemKind.MISSING):
            lost = "rejects the prompt" if case.kind == "request" else f"drops the {case.update}"
            yield hit(case, problem, lost)
