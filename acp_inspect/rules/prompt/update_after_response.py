"""The Agent sends a piece of a turn after it has ended the turn.

## Why it matters
v1 does not forbid it, but many Clients take the answer of the prompt for the end: they cut off the last sentence, or
show it in the next turn.

## Instead
Send everything that belongs to a turn before the answer of its prompt. Work that goes on in the background may report
at any time.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"The an"}}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"swer."}}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"m1","content":{"type":"text","text":"The answer."}}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":10,"size":1000}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.late_updates import TURN_KINDS, late_in_v1
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=TURN_KINDS),
    sources=("v1 docs, Prompt Turn, The Prompt Turn Lifecycle",),
)
def check(case: Case) -> Iterator[Hit]:
    """The first change of something after the end of a turn that was not cancelled."""
    late = late_in_v1(case)
    if late is not None and late.reason != "cancelled":
        again = f", which the turn had begun (#{late.begun})" if late.begun else ""
        text = f"the turn has ended already (#{late.ended}); this is about {late.what}{again}"
        yield Hit(text, pointer("params", "update"), related=(late.ended,))
