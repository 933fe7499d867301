"""A folder of a session is not given as an absolute path.

## Why it matters
Client and Agent need not run in the same folder. What `project` or `~/project` means to one is another place to the
other, and the Agent works there.

## Instead
Send `cwd`, each of `additionalDirectories` and the `cwd` of a listed session as an absolute path of the platform that
the Agent runs on, such as `/work` or `C:\\work`. A `file://` URI is no path.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":".","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"file:///work"}]}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{"cwd":"C:\\\\work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[{"sessionId":"s1","cwd":"C:\\\\work"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.paths import is_absolute
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=None,
    on=(On(kinds=("request",), methods=(*SETUPS, "session/list")), On(kinds=("response",), methods=("session/list",))),
    sources=(
        "docs/protocol/v1/session-setup, Working Directory; Additional Workspace Roots",
        "docs/protocol/v1/overview, Argument requirements",
        "docs/protocol/v1/session-list, Listing Sessions",
        "docs/protocol/v2/session-setup, Working Directory",
        "RFD Additional Directories, Field definition",
        "v2 schema, AbsolutePath",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """Paths of a request's params, or of each session in a list."""
    if case.kind == "request":
        if case.sender is Side.CLIENT:
            yield from _relative(case.wire, "params")
        return
    sessions = at(case.wire, "sessions")
    for place, session in enumerate(sessions if isinstance(sessions, list) else ()):
        yield from _relative(session, "result", "sessions", place)


def _relative(members: Json, *where: str | int) -> Iterator[Hit]:
    cwd = at(members, "cwd")
    if isinstance(cwd, str) and not is_absolute(cwd):
        yield Hit(f"cwd is {found(cwd)}, not an absolute path", pointer(*where, "cwd"))
    roots = at(members, "additionalDirectories")
    for place, root in enumerate(roots if isinstance(roots, list) else ()):
        if isinstance(root, str) and not is_absolute(root):
            words = f"an additional directory is {found(root)}, not an absolute path"
            yield Hit(words, pointer(*where, "additionalDirectories", place))
