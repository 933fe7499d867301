"""The Agent accepts a session whose additional directories are not absolute paths.

## Why it matters
The Agent cannot know which folder a relative path means. If it leaves the path out, or takes it as one of its own
folders, the Client believes that a folder counts which does not, or that one is safe which is not.

## Instead
Refuse the request with error -32602, and create or open nothing.

```acp bad after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","additionalDirectories":["lib"]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","additionalDirectories":["/lib"]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.paths import is_absolute
from acp_inspect.rules.sessions import SETUPS, asked, succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=SETUPS),
    sources=("RFD Additional Directories, Validation and error handling",),
)
def check(case: Case) -> Iterator[Hit]:
    """A result for a request with a relative or empty entry."""
    roots = asked(case, "additionalDirectories")
    if not succeeded(case) or not isinstance(roots, list) or not speaks_v2(case):
        return
    bad = next((root for root in roots if isinstance(root, str) and not is_absolute(root)), None)
    if bad is not None:
        words = f"{case.method} was accepted with the additional directory {found(bad)}, which is no absolute path"
        yield Hit(words, "/result", related=(case.event.answers or 0,))
