"""The Agent reads or writes a file through a Client that did not offer it.

## Why it matters
A Client need not have these methods. One that has not answers error -32601, or worse, something that the Agent takes
for the file.

## Instead
Read and write through the Client only if its `initialize` has `fs.readTextFile` or `fs.writeTextFile` as `true`, each for
its own method. Otherwise use the file system.

```acp bad after v1-session
A! {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a.py"}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a.py"}}
C  {"jsonrpc":"2.0","id":7,"result":{"content":"a"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.capabilities import client_advertises, client_is_known
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_NEEDS: Final = {"fs/read_text_file": "readTextFile", "fs/write_text_file": "writeTextFile"}


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("request",), methods=tuple(_NEEDS)),
    sources=("v1 docs, File System, Checking Support (MUST NOT)", "v1 docs, Initialization, Client Capabilities"),
)
def check(case: Case) -> Iterator[Hit]:
    """A method whose capability is missing, false or malformed."""
    name = _NEEDS[case.method or ""]
    if case.sender is Side.AGENT and client_is_known(case) and not client_advertises(case, "fs", name):
        yield Hit(f"{case.method} needs clientCapabilities.fs.{name}, which the Client did not offer", "/method")
