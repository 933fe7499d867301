"""A prompt that waited when the session was cancelled gets no answer.

## Why it matters
By the newest draft of v2, `session/cancel` ends what waits as well: each prompt that was not inserted is answered with
-32800. Without it the Client keeps the prompt in its queue.

## Instead
Answer each waiting prompt with error -32800 before the idle state.

```acp bad after v2-turn
C  {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"And"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
```

```acp good after v2-turn
C  {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"And"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"error":{"code":-32800,"message":"Cancelled"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 schema 1.20, CancelSessionNotification",),
    stable=False,
    pedantic=True,
    dialects=frozenset({Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """The idle state that ends the cancelled work, while a prompt from before the cancellation is open."""
    update = at(case.wire, "update")
    if at(update, "state") != "idle" or at(update, "stopReason") != "cancelled":
        return
    for asked in sorted(case.before.exchanges.of_session(case.session), key=lambda asked: asked.seq):
        if asked.method == "session/prompt" and asked.sender is Side.CLIENT and asked.cancelled:
            text = f"prompt {asked.id.text} (#{asked.seq}) waits, though it was cancelled"
            yield Hit(text, related=(asked.seq,))
