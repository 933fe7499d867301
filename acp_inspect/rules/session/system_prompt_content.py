"""The Client gives a session a system prompt that is empty or holds something other than text.

## Why it matters
There is nothing to apply, or something that no model takes as an instruction. The Agent has to refuse the session.

## Instead
Send at least one content block, and only blocks of type `text`. Leave `systemPrompt` out to have none.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"systemPrompt":{}}},"authMethods":[]}}
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"systemPrompt":{"mode":"append","content":[]}}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"systemPrompt":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be brief."}]}}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("request",), methods=SETUPS),
    sources=("v1 and v2 schema, SystemPrompt, content",),
)
def check(case: Case) -> Iterator[Hit]:
    """No block, or the first block of another type. What is no list is for the schema's rules."""
    content = at(case.wire, "systemPrompt", "content")
    if case.sender is not Side.CLIENT or not isinstance(content, list):
        return
    if not content:
        yield Hit("the system prompt has no content", "/params/systemPrompt/content")
    for place, block in enumerate(content):
        if isinstance(kind := at(block, "type"), str) and kind != "text":
            words = f"the system prompt has a block of type {found(kind)}; only text is allowed"
            yield Hit(words, pointer("params", "systemPrompt", "content", place, "type"))
            return
