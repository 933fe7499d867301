"""The Agent closes a session, and the prompt that was in flight does not end as cancelled.

## Why it matters
The Client closed the session to stop the work. An answer that looks like an ordinary end, or an error, or none at all,
makes it believe that the turn ran its course, that something failed, or that it still runs.

## Instead
Close as if `session/cancel` had come first: stop the work, answer the prompt with the stop reason `cancelled`, and
answer `session/close`, in either order.

```acp bad after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
A! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp bad after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":3,"result":{}}
=  {"control":"exited","code":0,"signal":null}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.closings import not_cancelled
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=(On(kinds=("response",), methods=("session/prompt",)), On(kinds=("exited", "stream-ended"))),
    sources=("docs/protocol/v1/session-setup, Closing a Session", "v1 schema, StopReason, cancelled"),
)
def check(case: Case) -> Iterator[Hit]:
    """See `closings.not_cancelled`: an answer that may have crossed with the request is a note, an error a warning."""
    yield from not_cancelled(case, "session/close")
