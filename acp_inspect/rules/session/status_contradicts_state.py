"""The Agent answers a question for a session's status with another state than it last reported.

## Why it matters
Both say what the session does now. A Client that gets two answers shows a stop button where nothing runs, or none where
something does.

## Instead
Answer `session/status` with what the last `state_update` said, or send a `state_update` first.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"status":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running"}}}
C  {"jsonrpc":"2.0","id":3,"method":"session/status","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":3,"result":{"status":"open","state":{"state":"idle"}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"status":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/status","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"status":"open","state":{"state":"idle"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import standing_of, succeeded
from acp_inspect.wire.rpc import Side

_STATES: Final = ("running", "idle", "requires_action")


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=("session/status",)),
    sources=("v2 schema, SessionStatusResponse, state",),
)
def check(case: Case) -> Iterator[Hit]:
    """Two known states that differ, the reported one older than the question."""
    session = None if case.session is None else case.before.held.sessions.get(case.session)
    if session is None or case.session is None or not succeeded(case):
        return
    told, activity = at(case.held, "state", "state"), session.activity
    reported = activity.since != standing_of(case, case.session).opened
    if told not in _STATES or activity.state not in _STATES or told == activity.state or not reported:
        return
    if activity.since < (case.event.answers or 0):
        words = f"the state is {found(told)} here, and {found(activity.state)} by the last state_update"
        yield Hit(words, "/result/state/state", related=(activity.since, case.event.answers or 0))
