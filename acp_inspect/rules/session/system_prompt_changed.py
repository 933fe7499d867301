"""The Client opens or forks a session with another system prompt than it was created with.

## Why it matters
The conversation so far was held under the old instructions. Under new ones the Agent contradicts itself, or ignores
them because the session has its own.

## Instead
Send the same `systemPrompt` again, or leave it out.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"systemPrompt":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be brief."}]}}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C! {"jsonrpc":"2.0","id":3,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be long."}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{"systemPrompt":{}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be brief."}]}}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":2,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{}}
C  {"jsonrpc":"2.0","id":3,"method":"session/resume","params":{"sessionId":"s1","cwd":"/work","systemPrompt":{"mode":"append","content":[{"type":"text","text":"Be brief."}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle"}}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_prompts import SystemPrompts
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("request",), methods=("session/load", "session/resume", "session/fork")),
    sources=(
        "v1 schema, LoadSessionRequest, systemPrompt",
        "v2 schema, ResumeSessionRequest and ForkSessionRequest, systemPrompt",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A system prompt that differs from that of the session's creation, where this connection saw it."""
    prompt, session = at(case.wire, "systemPrompt"), case.session
    if case.sender is not Side.CLIENT or session is None or prompt in (ABSENT, None):
        return
    created = case.known(SystemPrompts).created.get(session)
    if created is not None and created.prompt != prompt:
        words = "the session was created with another system prompt"
        if created.prompt is None:
            words = "the session was created without a system prompt"
        yield Hit(words, "/params/systemPrompt", related=(created.seq,))
