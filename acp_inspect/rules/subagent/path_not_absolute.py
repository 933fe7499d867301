"""A folder of a child session is not given as an absolute path.

## Why it matters
The Client cannot know which folder a relative path means, and shows the child's files under the wrong names.

## Instead
Send `cwd` and each of `additionalDirectories` as an absolute path. Null takes back what was said, no member keeps it.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","cwd":"sub"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","cwd":"/work/sub"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.paths import is_absolute
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("notification",), updates=("subagent_update",)),
    sources=("v1 and v2 schema, SubagentUpdate, cwd and additionalDirectories",),
)
def check(case: Case) -> Iterator[Hit]:
    """A path that is relative, empty or a URI."""
    cwd, roots = at(case.wire, "update", "cwd"), at(case.wire, "update", "additionalDirectories")
    if isinstance(cwd, str) and not is_absolute(cwd):
        yield Hit(f"cwd is {found(cwd)}, not an absolute path", "/params/update/cwd")
    for place, root in enumerate(roots if isinstance(roots, list) else ()):
        if isinstance(root, str) and not is_absolute(root):
            words = f"an additional directory is {found(root)}, not an absolute path"
            yield Hit(words, pointer("params", "update", "additionalDirectories", place))
