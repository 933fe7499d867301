"""The Agent answers a resume without saying what the session does.

## Why it matters
The answer itself has no state. The Client cannot tell whether the session works or waits for the user, and must not take
silence for idle.

## Instead
Send a `state_update` with the present state after the history, if any was asked for, and before the answer.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work"}}
A! {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_resume import Resumes
from acp_inspect.rules.sessions import succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/resume",)),
    sources=("v2 schema, ResumeSessionResponse, StateUpdate",),
)
def check(case: Case) -> Iterator[Hit]:
    """A result, and no `state_update` of the session since the request."""
    now = case.known(Resumes).sessions.get(case.session) if case.session is not None else None
    if now is None or now.request != case.event.answers or not succeeded(case) or case.partial:
        return
    if not now.state:
        words = f"no state_update came between session/resume (#{now.request}) and its answer"
        yield Hit(words, "/result", related=(now.request,))
