"""The Agent answers with an error when a session is deleted a second time.

## Why it matters
What the Client wants is done: the session is gone. An error makes it tell the user of a problem that is none, for
example when two windows delete the same session.

## Instead
Answer with an empty object, whether the session is there or not.

```acp bad after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/delete","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/delete","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"Internal error"}}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/delete","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/delete","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.sessions import NO_SUCH_SESSION, standing_of
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("session/delete",)),
    sources=("docs/protocol/v1/session-delete, Semantics", "docs/protocol/v2/session-delete, Semantics"),
)
def check(case: Case) -> Iterator[Hit]:
    """An error for a session that was deleted before. Error -32002 is a note in v2, where Clients take it for success,
    and for a session that this connection never saw: nobody can tell whether it existed."""
    if case.session is None or case.event.outcome is not Outcome.ERROR:
        return
    code = at(case.message, "error", "code")
    standing = standing_of(case, case.session)
    if 0 < standing.deleted < (case.event.answers or 0) and standing.opened < standing.deleted:
        soft = code == NO_SUCH_SESSION and case.version == 2
        words = f"session {found(case.session)} was deleted before (#{standing.deleted}); the answer is an error"
        yield Hit(words, "/error", related=(standing.deleted,), level=Level.INFO if soft else None)
    elif code == NO_SUCH_SESSION and not standing.opened and not standing.deleted:
        words = f"the Agent knows no session {found(case.session)}, and says so with an error"
        yield Hit(words, "/error", level=Level.INFO)
