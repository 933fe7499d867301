"""The Client asked for the sessions of one working directory, and gets one of another.

## Why it matters
The user sees sessions of other projects, and may go on with one that works in other files.

## Instead
With `cwd` in `session/list`, answer with the sessions of that directory only.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"cwd":"/work"}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/other"}]}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"/work/"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.paths import may_be_same_path, same_path
from acp_inspect.rules.sessions import asked, succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("session/list",)),
    sources=(
        "docs/protocol/v1/session-list, Listing Sessions",
        "docs/protocol/v2/session-list, Listing Sessions",
        "v2 schema, ListSessionsRequest, cwd",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """The first session of a page that is elsewhere. v2 lets Agents normalise paths, so there it is a warning; where
    one path may be a link to the other, a note."""
    wanted, sessions = asked(case, "cwd"), at(case.wire, "sessions")
    if not succeeded(case) or not isinstance(wanted, str) or not isinstance(sessions, list):
        return
    level = Level.ERROR if case.version == 1 else Level.WARNING
    for place, session in enumerate(sessions):
        cwd = at(session, "cwd")
        if isinstance(cwd, str) and not same_path(cwd, wanted):
            words = f"cwd {found(wanted)} was asked for, and a session with cwd {found(cwd)} is listed"
            where = pointer("result", "sessions", place, "cwd")
            linked = may_be_same_path(cwd, wanted)
            yield Hit(words, where, related=(case.event.answers or 0,), level=Level.INFO if linked else level)
            return
