"""The Agent accepts a resume whose `replayFrom` it cannot follow.

## Why it matters
The Client asked for the history from some point on. It gets another part, or nothing, and takes it for what it wanted.

## Instead
Answer error -32602 for a `replayFrom` that is malformed or of a type that you do not know.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A! {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import asked, succeeded
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/resume",)),
    sources=("v2 schema, ResumeSessionRequest, replayFrom",),
)
def check(case: Case) -> Iterator[Hit]:
    """A result for a cursor without a type; for a type that the protocol does not know it is a note, for the Agent
    may."""
    cursor = asked(case, "replayFrom")
    if cursor in (ABSENT, None) or not succeeded(case):
        return
    kind, related = at(cursor, "type"), (case.event.answers or 0,)
    if not isinstance(kind, str):
        yield Hit("a replayFrom without a type was accepted", "/result", related=related)
    elif kind != "start":
        words = f"replayFrom of type {found(kind)} was accepted, which the protocol does not know"
        yield Hit(words, "/result", related=related, level=Level.INFO)
