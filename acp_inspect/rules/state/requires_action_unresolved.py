"""The Agent waited for the user, goes on after the answer, and never says so.

## Why it matters
The Client shows that the user must do something, while there is nothing left to do.

## Instead
When the answer lets the work go on, send `running` before its output; when the work ends with it, send `idle`.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"requires_action"}}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Done"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"requires_action"}}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Done"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.state_action import Actions
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 docs, Prompt Lifecycle, Session States", "v2 schema, RequiresActionStateUpdate"),
)
def check(case: Case) -> Iterator[Hit]:
    """The next report after output that followed the last answer is no `running`: that never came."""
    waiting = case.known(Actions).waiting.get(case.session or "")
    state = at(case.held, "update", "state")
    if waiting is None or case.after.gaps or case.sender is not Side.AGENT:
        return
    if waiting.output and state == "idle":
        text = (
            f"requires_action since #{waiting.since} was answered (#{waiting.answered}) and the work went on "
            f"(#{waiting.output}), but running was not reported"
        )
        related = (waiting.since, waiting.answered, waiting.output)
        yield Hit(text, pointer("params", "update", "state"), related=related)
