"""The Agent answers with an error when a session is closed that is not open.

## Why it matters
What the Client wants is so already. An error makes it tell the user of a problem that is none.

## Instead
Answer with an empty object, or, if it has to be an error, with -32002.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s9"}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"Internal error"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s9"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_doubts import Doubts
from acp_inspect.rules.sessions import NO_SUCH_SESSION
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/close",)),
    sources=("v2 schema, CloseSessionRequest",),
)
def check(case: Case) -> Iterator[Hit]:
    """Another error than -32002 for a session that was not active when it was asked for."""
    if case.event.outcome is not Outcome.ERROR or case.session is None or case.event.answers is None:
        return
    stands = case.known(Doubts).requests.get(case.event.answers)
    if stands is not None and at(case.message, "error", "code") != NO_SUCH_SESSION:
        words = f"session {found(case.session)} is {stands.value}, and closing it fails"
        yield Hit(words, "/error", related=(case.event.answers,))
