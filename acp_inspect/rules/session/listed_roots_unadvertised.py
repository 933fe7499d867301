"""The Agent lists a session with additional directories although it did not advertise that it takes them.

## Why it matters
A Client that opens the session again has to send these directories, and must not without the capability.

## Instead
Advertise `session.additionalDirectories`, or list sessions without them.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work","additionalDirectories":["/lib"]}]}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work","additionalDirectories":["/lib"]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, session_capability
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("session/list",)),
    sources=("docs/protocol/v2/session-list, SessionInfo",),
)
def check(case: Case) -> Iterator[Hit]:
    """The first session of a page that has a list which is not empty, without the capability."""
    sessions = at(case.wire, "sessions")
    if not isinstance(sessions, list) or not agent_is_known(case):
        return
    if agent_advertises(case, *session_capability(case, "additionalDirectories")):
        return
    for place, session in enumerate(sessions):
        if isinstance(roots := at(session, "additionalDirectories"), list) and roots:
            words = "a session has additionalDirectories, which the Agent did not advertise"
            yield Hit(words, pointer("result", "sessions", place, "additionalDirectories"))
            return
