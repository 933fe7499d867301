"""A v2 peer advertises a capability that only v1 has.

## Why it matters
Receivers pass over it. What it stood for is either always there in v2 or gone: files and terminals belong to the Agent
now, and closing, listing and resuming sessions go without saying.

## Instead
Leave it out. `session` with `prompt`, `mcp`, `delete`, `fork` and others takes the place of the old names.

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{"fs":{"readTextFile":true}}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"loadSession":true,"session":{"list":{}}}}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"delete":{}}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Side

_OF_CLIENTS: Final = (("fs",), ("terminal",))
_OF_AGENTS: Final = (
    ("loadSession",),
    ("promptCapabilities",),
    ("mcpCapabilities",),
    ("sessionCapabilities",),
    ("session", "load"),
    ("session", "list"),
    ("session", "resume"),
    ("session", "close"),
    ("session", "mcp", "sse"),
    ("auth", "logout"),
)


@rule(
    level=Level.WARNING,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("request", "response"), methods=("initialize",)),
    sources=("v2 Migration, Capability reorganization and Authentication",),
    over=("ext/custom-root-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """Such a member, with something in it."""
    if (case.sender is Side.AGENT) is not (case.kind == "response") or at(case.wire, "protocolVersion") != 2:
        return
    base = "result" if case.kind == "response" else "params"
    for path in _OF_AGENTS if case.sender is Side.AGENT else _OF_CLIENTS:
        value = at(case.wire, "capabilities", *path)
        if value is not ABSENT and value is not None:
            yield Hit(f"v2 has no capability {'.'.join(path)}", pointer(base, "capabilities", *path))
