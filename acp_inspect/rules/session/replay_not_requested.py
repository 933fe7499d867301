"""The Agent sends the history of a session that the Client resumes without asking for it.

## Why it matters
A Client that resumes has the conversation already. It shows everything twice, or mixes the old messages with new ones.

## Instead
In v1, never send history between `session/resume` and its answer; `session/load` is for that. In v2, send it only when
the request has `replayFrom`. The state of the session, its commands and options are right in both.

```acp bad after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message_chunk","content":{"type":"text","text":"Hi"}}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":5,"size":200}}}
A  {"jsonrpc":"2.0","id":1,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.session_resume import Resumes, repeats_history
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), methods=("session/update",), once=Resumes),
    sources=(
        "docs/protocol/v1/session-setup, Resuming a Session",
        "docs/protocol/v2/session-setup, Resuming Sessions",
    ),
    tck=("ACP-RESUME-002", "ACP-RESUME-203"),
)
def check(case: Case) -> Iterator[Hit]:
    """The first update of a resume without replay that is certainly history."""
    resumes = case.known(Resumes).sessions
    if not resumes or case.session is None:
        return
    now = resumes.get(case.session)
    if now is not None and not now.replays and not now.repeated and repeats_history(case):
        words = f"{case.update} is history, and the resume (#{now.request}) did not ask for any"
        yield Hit(words, "/params/update", related=(now.request,))
