"""The Client gives a session a system prompt that the Agent did not advertise to take.

## Why it matters
An Agent that does not know the member leaves it aside: the session works without the instructions. One that only adds
to its own prompt cannot replace it.

## Instead
Send `systemPrompt` only when the Agent advertised `systemPrompt` for sessions, and the mode `override` only with
`systemPrompt.mode.override`.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be brief."}]}}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"systemPrompt":{}}}}}
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","systemPrompt":{"mode":"override","content":[{"type":"text","text":"Be brief."}]}}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"systemPrompt":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be brief."}]}}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, dotted_capability, session_capability
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("request",), methods=SETUPS),
    sources=("v1 and v2 schema, SystemPrompt, SystemPromptMode",),
)
def check(case: Case) -> Iterator[Hit]:
    """A system prompt, or its mode, without the capability."""
    prompt = at(case.wire, "systemPrompt")
    if case.sender is not Side.CLIENT or prompt in (ABSENT, None) or not agent_is_known(case):
        return
    path = session_capability(case, "systemPrompt")
    mode = (*path, "mode", "override")
    if not agent_advertises(case, *path):
        words = f"systemPrompt needs {dotted_capability(case, path)}, which the Agent did not advertise"
        yield Hit(words, "/params/systemPrompt")
    elif at(prompt, "mode") == "override" and not agent_advertises(case, *mode):
        words = f"the mode override needs {dotted_capability(case, mode)}, which the Agent did not advertise"
        yield Hit(words, "/params/systemPrompt/mode")
