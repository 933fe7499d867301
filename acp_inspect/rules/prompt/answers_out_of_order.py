"""The Agent accepts two prompts of a session in another order than it got them.

## Why it matters
What the user said first comes second in the conversation, and may contradict what the first was about.

## Instead
Insert the prompts of a session in the order they came. One that is refused may be answered at any time.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"One"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Two"}]}}
A  {"jsonrpc":"2.0","id":3,"result":{"messageId":"m3"}}
A! {"jsonrpc":"2.0","id":2,"result":{"messageId":"m2"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"One"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Two"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m2"}}
A  {"jsonrpc":"2.0","id":3,"result":{"messageId":"m3"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.prompt_inserted import Inserted
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("session/prompt",)),
    sources=("TypeScript SDK 2.4.0, v2 ActiveSession.prompt",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """A result for a prompt although a later one of the session was accepted before."""
    asked = case.event.answers
    if asked is None or case.wire is ABSENT:
        return
    for prompted in case.known(Inserted).of(case.session):
        if prompted.accepted and prompted.seq > asked:
            text = f"prompt #{prompted.seq} came later, but was accepted before (#{prompted.answered})"
            yield Hit(text, related=(asked, prompted.seq, prompted.answered))
            return
