"""The Client goes on although it does not speak the version that the Agent answered.

## Why it matters
From here on both read each other by different rules. Messages are lost or misunderstood, and nothing says why.

## Instead
Close the connection and tell the user, or speak the version that was answered.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{}}}}
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
C! {"jsonrpc":"2.0","id":1,"method":"auth/login","params":{"methodId":"x"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.init_story import InitStory
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    on=On(kinds=("request",)),
    sources=("v1 and v2 Initialization, Version Negotiation",),
    over=("ext/v2-method-on-v1",),
)
def check(case: Case) -> Iterable[Hit]:
    """The first request after an answer with a later version than was asked for, or after an earlier one, if only the
    version that was asked for has it."""
    now = case.before
    asked, answered = now.offered, now.version
    if asked is None or answered is None or asked == answered or case.sender is not Side.CLIENT:
        return ()
    if case.method == "initialize" or case.known(InitStory).others:
        return ()
    spoken, wanted = now.surfaces.of(answered).agent.requests, now.surfaces.of(asked).agent.requests
    if answered < asked and (case.method in spoken or case.method not in wanted):
        return ()
    return (Hit(f"{case.method}, though version {answered} was answered and {asked} asked for"),)
