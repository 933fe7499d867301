"""The Agent sends a notice for a session that the Client does not have.

## Why it matters
A notice belongs to the session that its notification names. The Client cannot show it where there is none.

## Instead
Send notices for open sessions, and for those that are being loaded or resumed. What comes up while a session is made
waits until the answer to `session/new` has told its id. A prompt turn is not needed.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s77","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_MAKING: Final = frozenset({"session/new", "session/fork"})
_OVER: Final = frozenset({"closed", "deleted", "failed"})


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("notice",)),
    sources=("RFD Session Notices, Delivery and history",),
    over=("session/update-unknown", "session/update-before-created", "session/update-after-close"),
)
def check(case: Case) -> Iterator[Hit]:
    """A session that was never made, or is over."""
    name = at(case.held, "sessionId")
    if case.partial or not isinstance(name, str):
        return
    session = case.before.held.sessions.get(name)
    if session is not None and (session.origin != "unknown" or session.cwd is not None or session.window is not None):
        if session.status in _OVER:
            yield Hit(f"a notice for the session {found(name)}, which is {session.status}", "/params/sessionId")
        return
    making = [ask.seq for ask in case.before.asked.values() if ask.method in _MAKING]
    if making:
        message = f"a notice for the session {found(name)} before the answer that tells its id"
        yield Hit(message, "/params/sessionId", related=tuple(making), level=Level.WARNING)
    else:
        yield Hit(f"a notice for the session {found(name)}, which does not exist", "/params/sessionId")
