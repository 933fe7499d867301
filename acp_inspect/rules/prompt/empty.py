"""A prompt has no content at all.

## Why it matters
There is nothing to work on. In v2 a prompt must have at least one block, and Agents refuse it; in v1 the schema lets it
pass, and each Agent does as it likes.

## Instead
Send at least one block, or no prompt.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[]}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=("session/prompt",)),
    sources=("v2 schema, PromptRequest/prompt", "v1 schema, PromptRequest/prompt"),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    over=("schema/request-params",),
)
def check(case: Case) -> Iterator[Hit]:
    """An empty list of blocks."""
    if case.sender is Side.CLIENT and at(case.wire, "prompt") == []:
        where = pointer("params", "prompt")
        if case.version == 1 or case.after.basis is Basis.ASSUMED:
            yield Hit("the prompt has no content", where, level=Level.INFO)
        else:
            yield Hit("the prompt has no content, and the Agent rejects it", where, effect="lost")
