"""The Agent works on a file, or runs a command, outside of the folders of the session.

## Why it matters
The session's `cwd` and `additionalDirectories` say what the user wants to be worked on. What is outside is a surprise,
though not always a wrong one: settings in the home folder, temporary files, the sources of a dependency.

## Instead
Stay inside of these folders, or ask for permission first.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/etc/passwd"}}
C  {"jsonrpc":"2.0","id":7,"result":{"content":""}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/sub/../a.py"}}
C  {"jsonrpc":"2.0","id":7,"result":{"content":""}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.paths import is_absolute, is_inside
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("fs/read_text_file", "fs/write_text_file", "terminal/create")),
    sources=("v1 docs, Session Setup, Working Directory (SHOULD)",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A path that no root is above, as far as the text of the paths tells: links cannot be seen."""
    name = "cwd" if case.method == "terminal/create" else "path"
    path = at(case.held, name)
    session: Any = session_of(case.before, case.session)
    if case.sender is not Side.AGENT or not isinstance(path, str) or not is_absolute(path) or session is None:
        return
    roots = () if session.cwd is None else (session.cwd, *session.roots)
    if roots and all(is_absolute(root) for root in roots) and not any(is_inside(path, root) for root in roots):
        yield Hit(
            f"{name} is {found(path)}, outside of {', '.join(found(root) for root in roots[:5])}", f"/params/{name}"
        )
