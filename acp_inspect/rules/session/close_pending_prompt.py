"""The Agent closes a session and answers a prompt that waited with some error, or never.

## Why it matters
The Client has to know whether the user's message became part of the session. Any other error says that the prompt was
wrong; silence leaves a spinner.

## Instead
Answer with `messageId` if the message was inserted, and with error -32800 if it was not. Both may come after the answer
to `session/close`.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error"}}
```

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":3,"result":{}}
=  {"control":"exited","code":0,"signal":null}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"Request cancelled"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.entities import REQUEST_CANCELLED
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.closings import closing_of_prompt, unanswered
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=(On(kinds=("response",), methods=("session/prompt",)), On(kinds=("exited", "stream-ended"))),
    sources=("v2 schema, CloseSessionRequest",),
)
def check(case: Case) -> Iterator[Hit]:
    """A prompt that waited at the request, and fails after the answer to it, or has no answer at the end."""
    if not speaks_v2(case):
        return
    if case.kind != "response":
        yield from unanswered(case, "session/close")
        return
    now = closing_of_prompt(case)
    if now is None or not now.answered or now.method != "session/close" or case.event.outcome is not Outcome.ERROR:
        return
    if at(case.message, "error", "code") != REQUEST_CANCELLED:
        words = f"the session was closed (#{now.answered}); a prompt that was not inserted fails with -32800"
        yield Hit(words, "/error/code", related=(now.request, now.answered))
