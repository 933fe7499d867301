"""The Agent asks for permission although the Client cancelled the turn.

## Why it matters
The only answer that the Client may give is `cancelled`, so the question is asked for nothing.

## Instead
On `session/cancel` stop, and ask nothing more. A question that crossed the cancellation is fine.

```acp bad after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a"}}}
A! {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"cancelled"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.crossing import Read, ago, elapsed, was_read
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import CancelSent
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("session/request_permission",)),
    sources=("v1 docs, Prompt Turn, Cancellation",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A permission request some time after a session/cancel."""
    sent = case.known(CancelSent).waiting.get(case.session or "")
    if sent is None or sent.method != "session/cancel" or case.sender is not Side.AGENT or case.held is ABSENT:
        return
    time = elapsed(sent.at, case.event.at)
    if was_read(time, sent.heard) is not Read.UNKNOWN:
        yield Hit(f"session/cancel was sent {ago(time)} (#{sent.seq})", related=(sent.seq,))
