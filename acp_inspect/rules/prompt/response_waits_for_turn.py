"""The Agent answers a prompt only when the work it started is done.

## Why it matters
In v2 the answer says that the message is inserted, and the Client waits for nothing else to let the user go on typing.
An answer at the end of the work is what v1 has; in v2 it makes the Client hang for as long as the work lasts.

## Instead
Answer as soon as the message is inserted. How the work goes on and ends is told by `state_update`s.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
A! {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.crossing import FAR, elapsed
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.prompt_inserted import Inserted
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("session/prompt",)),
    sources=("v2 docs, Prompt Lifecycle, 2. Prompt Accepted", "v2 schema, ClientRequest, session/prompt"),
)
def check(case: Case) -> Iterator[Hit]:
    """A result that comes after the message, output, and the end of the work. A short turn may be over so soon."""
    if case.wire is ABSENT:
        return
    for prompted in case.known(Inserted).of(case.session):
        if prompted.seq == case.event.answers and prompted.idle:
            time = elapsed(prompted.echoed_at, case.event.at)
            level = Level.ERROR if time is None or time >= FAR else Level.WARNING
            text = f"the message was inserted at #{prompted.echoed}, and its work was over at #{prompted.idle}"
            yield Hit(text, level=level, related=(prompted.seq, prompted.echoed, prompted.idle))
