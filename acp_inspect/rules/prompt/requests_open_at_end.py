"""The Agent ends a turn while it still waits for the Client: for a permission, a question to the user, or a file.

## Why it matters
The Client asks its user for something that nobody needs any more, or the Agent acts on the answer after the turn.

## Instead
Wait for the answers before the turn ends, or take the requests back with `$/cancel_request`.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
A! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"n"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import CancelSent, session_of
from acp_inspect.wire.rpc import Side

_METHODS: Final = frozenset(
    {"session/request_permission", "elicitation/create", "fs/read_text_file", "fs/write_text_file"}
)


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("session/prompt",)),
    sources=(
        "v1 docs, Prompt Turn, 4. Check for Completion",
        "v1 docs, Prompt Turn, 5. Tool Invocation and Status Reporting",
    ),
    over=("prompt/tool-calls-open-at-end",),
)
def check(case: Case) -> Iterator[Hit]:
    """Requests of the only turn that its end leaves open. Those of a cancelled turn are for other rules."""
    asked = case.event.answers
    after: Any = session_of(case.after, case.session)
    if asked is None or not isinstance(case.held, dict) or after is None or after.turns or case.after.gaps:
        return
    sent = case.known(CancelSent).waiting.get(case.session or "")
    if sent is not None and sent.seq > asked:
        return
    left = sorted(
        (request.seq, request.method)
        for request in case.before.exchanges.of_session(case.session)
        if request.sender is Side.AGENT
        and request.seq > asked
        and request.method in _METHODS
        and request.cancelled is None
    )
    if left:
        names = ", ".join(f"{method} #{seq}" for seq, method in left[:5])
        yield Hit(f"the turn ends, but {names} has no answer yet", related=tuple(seq for seq, _ in left[:20]))
