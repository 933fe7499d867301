"""The Agent begins new work although the Client cancelled the turn.

## Why it matters
A user who stops the Agent expects that it touches nothing more. A tool that starts afterwards may do just what the user
wanted to prevent.

## Instead
On `session/cancel` stop asking the model and start no more tools. Updates about what was already under way are fine
until the turn is answered.

```acp bad after v1-all-prompt
C @1 {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A! @4 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a"}}}
A @5 {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```

```acp good after v1-all-prompt
A @1 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Delete a"}}}
C @2 {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A @5 {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"failed"}}}
A @5 {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.crossing import ago, elapsed
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import NEW_WORK, CancelSent, begins_work
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=(
        On(kinds=("notification",), updates=("tool_call",)),
        On(kinds=("request",), methods=tuple(sorted(NEW_WORK))),
    ),
    sources=("v1 docs, Prompt Turn, Cancellation",),
)
def check(case: Case) -> Iterator[Hit]:
    """The first new tool call, terminal or written file well after a session/cancel."""
    sent = case.known(CancelSent).waiting.get(case.session or "")
    if sent is None or sent.method != "session/cancel" or sent.works or not begins_work(case, sent):
        return
    call = at(case.held, "update", "toolCallId")
    what = f"tool call {call!r} begins" if isinstance(call, str) else f"{case.method} is asked for"
    yield Hit(
        f"session/cancel was sent {ago(elapsed(sent.at, case.event.at))} (#{sent.seq}), but {what}", related=(sent.seq,)
    )
