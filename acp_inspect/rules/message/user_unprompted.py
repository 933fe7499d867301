"""A user message comes that no prompt of this Client has asked for.

## Why it matters
It is legal: another Client, or the Agent, may have put it in. A Client that thinks the user message is its own prompt
shows the wrong thing.

## Instead
Match user messages with prompts by the `messageId` of the prompt's answer.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"z9","content":[{"type":"text","text":"Hi"}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.message_prompts import Prompts, is_new_live
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("user_message", "user_message_chunk")),
    sources=("v2 Prompt Lifecycle, 1. User Message", "v2 schema, UserMessage"),
)
def check(case: Case) -> Iterator[Hit]:
    """A new user message outside of replays while no prompt is left that it could be."""
    if case.partial or not is_new_live(case) or case.known(Prompts).open.get(case.session or ""):
        return
    name = found(at(case.held, "update", "messageId"))
    yield Hit(f"the user message {name} belongs to no prompt of this Client", "/params/update/messageId")
