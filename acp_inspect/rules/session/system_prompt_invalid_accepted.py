"""The Agent makes a session ready although it cannot apply the system prompt that came with it.

## Why it matters
The Client believes that its instructions hold, and they do not, or not in the way that was asked for.

## Instead
Answer with an error, and create or open nothing, when the mode is unknown or was not advertised, or the content is
something other than text.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"systemPrompt":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"systemPrompt":{"mode":"prepend","content":[{"type":"text","text":"Be brief."}]}}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"systemPrompt":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","systemPrompt":{"mode":"override","content":[{"type":"text","text":"Be brief."}]}}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"sessionCapabilities":{"systemPrompt":{}}},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"systemPrompt":{"mode":"prepend","content":[{"type":"text","text":"Be brief."}]}}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Unknown mode"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, session_capability
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import SETUPS, asked, succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=SETUPS),
    sources=("v1 and v2 schema, SystemPrompt, SystemPromptMode",),
)
def check(case: Case) -> Iterator[Hit]:
    """A result for a system prompt that cannot be applied. An Agent without the capability may leave it aside; a mode
    that begins with an underscore may be a private agreement."""
    prompt = asked(case, "systemPrompt")
    path = session_capability(case, "systemPrompt")
    if not isinstance(prompt, dict) or not succeeded(case) or not agent_is_known(case):
        return
    if not agent_advertises(case, *path):
        return
    mode, content = prompt.get("mode"), prompt.get("content")
    kinds = [at(block, "type") for block in content] if isinstance(content, list) else []
    related = (case.event.answers or 0,)
    if isinstance(mode, str) and mode not in ("append", "override"):
        level = Level.INFO if mode.startswith("_") else None
        words = f"a system prompt with the unknown mode {found(mode)} was accepted"
        yield Hit(words, "/result", related=related, level=level)
    elif mode == "override" and not agent_advertises(case, *path, "mode", "override"):
        yield Hit("a system prompt with the mode override, not advertised, was accepted", "/result", related=related)
    elif any(kind != "text" for kind in kinds):
        yield Hit("a system prompt with other blocks than text was accepted", "/result", related=related)
