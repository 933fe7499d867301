"""The Agent asks the Client for a file by a path that is not absolute.

## Why it matters
The Client does not know what the path starts from. It refuses the request, or reads or writes another file.

## Instead
Send the absolute path on the Client's system, such as `/work/a.py` or `C:\\work\\a.py`. `~` and `file://` URIs are no
absolute paths.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"a.py"}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"The path must be absolute"}}
A! {"jsonrpc":"2.0","id":8,"method":"fs/write_text_file","params":{"sessionId":"s1","path":"file:///work/a.py","content":"x"}}
C  {"jsonrpc":"2.0","id":8,"error":{"code":-32602,"message":"The path must be absolute"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a.py"}}
C  {"jsonrpc":"2.0","id":7,"result":{"content":"a"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.paths import is_absolute
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=("fs/read_text_file", "fs/write_text_file")),
    sources=("v1 docs, File System", "v1 docs, Overview, Argument requirements (MUST)"),
)
def check(case: Case) -> Iterator[Hit]:
    """A path that is relative, empty or a URI."""
    path = at(case.wire, "path")
    if case.sender is Side.AGENT and isinstance(path, str) and not is_absolute(path):
        yield Hit(f"path is {found(path)}, not an absolute path", "/params/path")
