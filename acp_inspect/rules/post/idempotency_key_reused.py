"""Two different prompts have the same `idempotencyKey`.

## Why it matters
By the newest draft of v2 the key names one prompt, so that it can be sent again after a lost connection. The Agent takes
the second prompt for the first one sent again, and passes over it.

## Instead
Make a new key for each new prompt, and send the same prompt with the same key only.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"a"}],"idempotencyKey":"k"}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
C! {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"b"}],"idempotencyKey":"k"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"a"}],"idempotencyKey":"k"}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"a"}],"idempotencyKey":"k"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.post_replays import Keys
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({2}),
    on=On(kinds=("request",), methods=("session/prompt",)),
    sources=("v2 schema 1.19, PromptRequest, idempotencyKey",),
    stable=False,
    pedantic=True,
    dialects=frozenset({Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """A key of an earlier prompt of the session with other content."""
    key = at(case.wire, "idempotencyKey")
    if case.sender is not Side.CLIENT or not isinstance(key, str):
        return
    earlier = case.known(Keys).prompts.get((case.session, key))
    if earlier is not None and earlier[1] != at(case.wire, "prompt"):
        text = f"the key {found(key)} is that of another prompt (#{earlier[0]})"
        yield Hit(text, "/params/idempotencyKey", related=(earlier[0],))
