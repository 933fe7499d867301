"""The Client sends a prompt while an earlier one of the same session is unanswered.

## Why it matters
A v1 turn begins with a prompt and ends with its answer; what an Agent does with a second one meanwhile is open. Some
queue it, some refuse it, some answer the first one early, and updates can no longer be told apart by turn.

## Instead
Wait for the answer of the first prompt, or cancel the turn and wait for its answer. Prompts of different sessions may
run at the same time.

```acp bad after v1-prompt
C! {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"And this"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
A  {"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","id":3,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":3,"result":{"sessionId":"s2"}}
C  {"jsonrpc":"2.0","id":4,"method":"session/prompt","params":{"sessionId":"s2","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
A  {"jsonrpc":"2.0","id":4,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("session/prompt",)),
    sources=("v1 docs, Prompt Turn, Cancellation",),
)
def check(case: Case) -> Iterator[Hit]:
    """A prompt in a turn."""
    session: Any = session_of(case.before, case.session)
    if case.sender is not Side.CLIENT or case.held is ABSENT or case.after.gaps:
        return
    if session is not None and session.turns:
        open_prompts = tuple(sorted(islice(session.turns, 10)))
        yield Hit(f"prompt #{open_prompts[-1]} of session {case.session!r} has no answer yet", related=open_prompts)
