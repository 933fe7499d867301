"""The Agent says what a resumed session does, and sends its history only then.

## Why it matters
The state tells how things are after everything that was replayed. A Client that hears it first shows an idle session
that fills with messages, or counts the old ones as new.

## Instead
Send the history first, then the `state_update`, then the answer.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_resume import Resumes
from acp_inspect.rules.sessions import succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/resume",)),
    sources=("v2 schema, ResumeSessionResponse",),
)
def check(case: Case) -> Iterator[Hit]:
    """A message of the user after the last state, or anything after `idle`: other output may be live by then."""
    now = case.known(Resumes).sessions.get(case.session) if case.session is not None else None
    if now is not None and now.request == case.event.answers and now.belated and succeeded(case) and speaks_v2(case):
        words = f"history (#{now.belated}) follows the state"
        yield Hit(words, "/params/update", seq=now.state, related=(now.belated, case.seq))
