"""The Client sends a prompt for a session that is not ready for one on this connection.

## Why it matters
An Agent keeps a session per connection: one that was never created, loaded or resumed here, that failed to load, or
that was closed, means nothing to it. One that is still being loaded may take the prompt in the midst of its history.

## Instead
Create, load or resume the session first, wait for the answer, and only then send the prompt. A session that
`session/list` names must be loaded or resumed, too.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/prompt","params":{"sessionId":"s7","prompt":[{"type":"text","text":"Hi"}]}}
```

```acp bad after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi again"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import is_set_up, session_of
from acp_inspect.wire.rpc import ABSENT, Side

_NOT_READY: Final = {
    "loading": "is still being loaded",
    "resuming": "is still being resumed",
    "failed": "could not be loaded",
    "closed": "was closed",
}


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("session/prompt",)),
    sources=("v1 docs, Prompt Turn", "v1 docs, Session Setup"),
)
def check(case: Case) -> Iterator[Hit]:
    """A prompt for a session that is unknown, not set up yet, or closed."""
    if case.sender is not Side.CLIENT or case.held is ABSENT or case.session is None:
        return
    session: Any = session_of(case.before, case.session)
    where = pointer("params", "sessionId")
    if case.after.gaps:
        return
    if session is not None and session.status in _NOT_READY:
        since = () if session.window is None else (session.window.request,)
        yield Hit(f"session {case.session!r} {_NOT_READY[session.status]}", where, related=since)
    elif not is_set_up(session) and not case.partial:
        yield Hit(f"session {case.session!r} was not created, loaded or resumed on this connection", where)
