"""Something is used that older drafts of the protocol had and the current one has no more.

## Why it matters
Peers of today answer -32601 or pass over it. It still works between two that know it.

## Instead
Use what took its place: config options instead of `session/set_model` and `models`, `mcp/message` instead of
`mcp/connect`, `_meta` or methods of your own for the rest.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/set_model","params":{"sessionId":"s1","modelId":"small"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
```

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","models":{"currentModelId":"small","availableModels":[]}}}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted
from acp_inspect.rules.memory.ext_seen import Seen
from acp_inspect.rules.unfamiliar import RETIRED_FAMILIES, RETIRED_METHODS, is_retired, pattern_of, unknown_members


@rule(
    level=Level.INFO,
    side=None,
    on=(
        On(kinds=("request", "notification"), odd=True),
        On(kinds=("request", "notification"), faulty=True),
        On(
            kinds=("response",),
            methods=("initialize", "session/new", "session/load", "session/resume", "session/fork"),
            faulty=True,
        ),
    ),
    sources=(
        "the TypeScript SDK's frozen surfaces (schema 1.25)",
        "RFD MCP over ACP",
        "the error and response pages of older drafts",
    ),
    over=("ext/custom-root-field", "ext/unknown-method"),
)
def check(case: Case) -> Iterator[Hit]:
    """A method or a member of an older draft."""
    method = case.method or ""
    if case.kind != "response" and (method in RETIRED_METHODS or method.startswith(RETIRED_FAMILIES)):
        yield Hit(f"the method {method} belongs to older drafts", "/method")
    if case.faulty:
        seen = case.known(Seen).members
        for member in unknown_members(case):
            if is_retired(case, member) and pattern_of(case, member) not in seen:
                pointer = body(case) + member.pointer
                yield Hit(f"{dotted(pointer)} belongs to older drafts", pointer, effect="kept")
