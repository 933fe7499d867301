"""A session update has a member with a value of the wrong type, and the Client reads it as if it were not there.

## Why it matters
The rest of the update is used and nobody is told, so the Client shows less than the Agent said. In an update that
changes something, the old value stays: it is not cleared.

## Instead
Send the member with the type that the schema gives it, or leave it out.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":7,"content":{"type":"text","text":"Hi"}}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":5}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"7","content":{"type":"text","text":"Hi"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted, hit, in_update, reaches
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("notification",), methods=("session/update",), faulty=True),
    sources=("v1 and v2 schema, members of SessionUpdate marked x-deserialize-default-on-error",),
)
def check(case: Case) -> Iterator[Hit]:
    """A member of an update that is salvaged."""
    for reach, problems in reaches(case, Effect.SALVAGED):
        if in_update(reach):
            yield hit(case, problems[0], f"reads {dotted(body(case) + reach)} as omitted")
