"""The Client changes a child session that only its parent's Agent may change.

## Why it matters
A child session belongs to the Agent that started it. The Client may watch it; a prompt or a close from outside is
refused, or disturbs the work of the parent.

## Instead
Send requests for the parent. `session/cancel` for a child is right when its `capabilities.cancel` is an object.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{"subagents":{}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1"}}}
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"k1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
C! {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"k1"}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","capabilities":{"cancel":{}}}}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"k1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_standing import Standings
from acp_inspect.rules.sessions import Presence, presence
from acp_inspect.wire.rpc import Side

_MUTATIONS: Final = (
    "session/prompt",
    "session/load",
    "session/resume",
    "session/fork",
    "session/close",
    "session/delete",
    "session/archive",
    "session/unarchive",
    "session/set_mode",
    "session/set_config_option",
    "session/set_title",
)
_PERHAPS: Final = ("tool_call/cancel", "terminal/cancel")
"""Nobody says whether these change the session."""


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("request", "notification"), methods=(*_MUTATIONS, *_PERHAPS, "session/cancel")),
    sources=("v1 and v2 schema, SubagentUpdate, SubagentSessionCapabilities",),
)
def check(case: Case) -> Iterator[Hit]:
    """A request that changes a child which the Client did not open itself, or a cancel that the child does not permit."""
    session = case.session
    if case.sender is not Side.CLIENT or session is None or presence(case, session) is not Presence.CHILD:
        return
    child = case.known(Standings).children[session]
    related = (child.seq,)
    if case.method != "session/cancel":
        level = Level.INFO if case.method in _PERHAPS else None
        words = f"session {found(session)} is a child of {found(child.parent)}; {case.method} is not for its Client"
        yield Hit(words, "/params/sessionId", related=related, level=level)
        return
    parent = case.before.held.sessions.get(child.parent)
    told = parent.subagents.get(session) if parent is not None else None
    if not isinstance(at(told.capabilities if told is not None else None, "cancel"), dict):
        words = f"the child session {found(session)} does not have the capability cancel"
        yield Hit(words, "/params/sessionId", related=related)
