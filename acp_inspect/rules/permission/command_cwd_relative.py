"""A permission request is about a command whose folder is not an absolute path.

## Why it matters
Whether to allow a command depends on where it runs, and the Client cannot know what a relative path starts from.

## Instead
Send the absolute path of the folder in `cwd`.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","subject":{"type":"command","command":"rm x","cwd":"."},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","subject":{"type":"command","command":"rm x","cwd":"/work"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.paths import is_absolute
from acp_inspect.wire.rpc import Side

"""How absolute paths begin, here or on Windows."""


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("request",), methods=("session/request_permission",)),
    sources=("v2 docs, Tool Calls, Requesting Permission",),
)
def check(case: Case) -> Iterator[Hit]:
    """The cwd of a command subject."""
    cwd = at(case.held, "subject", "cwd")
    if case.sender is not Side.AGENT or at(case.held, "subject", "type") != "command" or not isinstance(cwd, str):
        return
    if not is_absolute(cwd):
        yield Hit(f"cwd is {found(cwd)}, which is no absolute path", pointer("params", "subject", "cwd"))
