"""The Agent accepts a prompt as a message whose id an earlier message of the user has.

## Why it matters
Ids tell messages of a session apart. The Client puts the new words into the old message, or drops them.

## Instead
Give each inserted message an id of its own.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":10,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Again"}]}}
A! {"jsonrpc":"2.0","id":10,"result":{"messageId":"m1"}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
C  {"jsonrpc":"2.0","id":10,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Again"}]}}
A  {"jsonrpc":"2.0","id":10,"result":{"messageId":"m2"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.prompt_inserted import Inserted
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("session/prompt",)),
    sources=("v2 schema, MessageId",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """The id of a message that was there before the prompt, or of one that another open prompt became."""
    message = at(case.held, "messageId")
    asked = case.event.answers
    session: Any = session_of(case.before, case.session)
    if not isinstance(message, str) or asked is None or session is None:
        return
    old = session.messages.get(f"user:{message}")
    earlier = old.first if old is not None and old.first < asked else 0
    for prompted in case.known(Inserted).of(case.session):
        if prompted.message == message and prompted.seq != asked:
            earlier = earlier or prompted.answered
    if earlier:
        text = f"the id {message!r} belongs to an earlier message (#{earlier})"
        yield Hit(text, pointer("result", "messageId"), related=(earlier, asked))
