"""An update replaces what a message said by something else.

## Why it matters
It is legal: a whole message replaces what came in chunks. What the user has read is gone, so it is worth knowing when a
message seems to change by itself.

## Instead
Let the whole message go on from what its chunks said, if nothing was taken back.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Bye"}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message","messageId":"a1","content":[{"type":"text","text":"Hello, and bye"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.entities import text_of
from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.trace.chain import Chain
from acp_inspect.wire.rpc import Side

_ROLES: Final = {"user_message": "user", "agent_message": "agent", "agent_thought": "thought"}


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=tuple(_ROLES)),
    sources=("v2 schema, AgentMessage (replaces)", "v2 Migration, Whole-message upserts"),
)
def check(case: Case) -> Iterator[Hit]:
    """A content whose text does not begin with the text that the Client holds."""
    update = at(case.held, "update")
    session: Any = case.before.held.sessions.get(case.session or "")
    content = at(update, "content")
    if session is None or session.window is not None or not isinstance(content, list) or case.update is None:
        return
    old = session.messages.get(f"{_ROLES[case.update]}:{at(update, 'messageId')}")
    if old is not None and not text_of(Chain(content)).startswith(old.text):
        words = f"{found(old.text)} becomes {found(text_of(Chain(content)))}"
        yield Hit(words, "/params/update/content", related=(old.last,))
