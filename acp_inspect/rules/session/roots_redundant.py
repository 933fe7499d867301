"""The Client gives a session the same directory twice.

## Why it matters
The list says which folders count beside `cwd`. One that is in it twice, or is `cwd` itself, says nothing new, and an
Agent may show it to the user or search it once more.

## Instead
Leave out exact repetitions and what equals `cwd`. Folders inside of each other may stay: they mean something.

```acp bad after v2-all-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","additionalDirectories":["/work"]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","additionalDirectories":["/work/lib","/lib"]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=SETUPS),
    sources=("RFD Additional Directories, Field definition; Client responsibilities",),
)
def check(case: Case) -> Iterator[Hit]:
    """A directory that equals `cwd` or an earlier one, letter for letter."""
    roots = at(case.wire, "additionalDirectories")
    if case.sender is not Side.CLIENT or not isinstance(roots, list):
        return
    cwd = at(case.wire, "cwd")
    seen: set[str] = set()
    for place, root in enumerate(roots):
        if not isinstance(root, str):
            continue
        if root == cwd or root in seen:
            what = "cwd" if root == cwd else "an earlier one"
            words = f"the additional directory {found(root)} is the same as {what}"
            yield Hit(words, pointer("params", "additionalDirectories", place))
        seen.add(root)
