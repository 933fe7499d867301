"""The Client cancelled the work of a session, but the Agent ends it with another stop reason than `cancelled`.

## Why it matters
Only `cancelled` tells the Client that the user's stop was carried out. With `end_turn` it looks as if the Agent had
finished, and the half-done work as if it were whole.

## Instead
After `session/cancel`, end the work with `cancelled`: in v1 in the prompt's answer, in v2 in the idle `state_update`.
Work that had ended by itself before the Agent read the cancellation may say so; a recording shows such a crossing only
as a short time between the two, so then this is said with less weight.

```acp bad after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Still at it"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":" and done."}}}}
A! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp bad after v2-turn
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Still at it"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```

```acp good after v1-prompt
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
```

```acp good after v2-turn
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"cancelled"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.crossing import Read, ago, elapsed, was_read
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import Sent
from acp_inspect.rules.memory.prompt_inserted import Inserted
from acp_inspect.rules.turns import calls_since, cancelled_end
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=(
        On(kinds=("response",), methods=("session/prompt",)),
        On(kinds=("notification",), updates=("state_update",)),
    ),
    sources=(
        "v1 docs, Prompt Turn, Cancellation",
        "v1 schema, StopReason/cancelled",
        "v2 docs, Prompt Lifecycle, Cancellation",
        "v2 schema, StopReason/cancelled",
    ),
    tck=("ACP-CANCEL-001", "ACP-CANCEL-201", "ACP-CANCEL-203", "ACP-CANCEL-207"),
    over=("prompt/tool-calls-open-at-end", "state/stop-reason-missing"),
)
def check(case: Case) -> Iterator[Hit]:
    """Cancelled work that ends otherwise. `error`, and reasons nobody knows, are for `cancel/error-instead-of-cancelled`."""
    end = cancelled_end(case)
    if end is None or end.reason == "cancelled" or end.failed:
        return
    read = _was_read(case, end.sent)
    reason = "no stop reason" if end.reason is None else f"stop reason {found(end.reason)}"
    time = elapsed(end.sent.at, case.event.at)
    text = f"session/cancel was sent {ago(time)} (#{end.sent.seq}), but the work ends with {reason}{read.doubt}"
    where = pointer("result", "stopReason") if case.kind == "response" else pointer("params", "update")
    yield Hit(text, where, level=read.level, related=(end.sent.seq,))


def _was_read(case: Case, sent: Sent) -> Read:
    read = was_read(elapsed(sent.at, case.event.at), sent.heard)
    if case.version == 2:
        # What was prompted after the cancellation may have gone on without an idle in between.
        later = any(prompted.seq > sent.seq for prompted in case.known(Inserted).of(case.session))
        return min(read, Read.LIKELY) if later else read
    since = case.event.answers or 0
    if any(call.open and not call.implicit for call in calls_since(case.before, case.session, since)):
        # A turn does not end by itself while its tool calls are open.
        return Read(min(read + 1, Read.SURE))
    return read
