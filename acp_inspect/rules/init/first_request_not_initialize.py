"""The Client sends a request before `initialize` was answered with success.

## Why it matters
The Agent does not know yet which version is spoken and what the Client can do. It refuses the request (-32600), or
guesses.

## Instead
Send `initialize` first, wait for its result, and go on then.

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":0,"error":{"code":-32600,"message":"The connection must be initialized before session/new"}}
```

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.init_story import InitStory, refuses, too_early
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request", "response")),
    sources=("v1 and v2 Initialization", "v1 Session Setup", "v1 Error, -32600"),
)
def check(case: Case) -> Iterable[Hit]:
    """A request too early; in v1 one that is sent while `initialize` waits is only probably wrong. An Agent's refusal
    is as good a proof as an `initialize` that follows."""
    known = case.known(InitStory)
    return () if known.done else _hits(case, known)


def _hits(case: Case, known: InitStory) -> Iterator[Hit]:
    told = {early.answers for early in known.early if early.refused}
    for seq, method, how in too_early(case, Side.CLIENT, "request"):
        if seq not in told:
            pipelined = case.version == 1 and how.endswith("answered")
            level = Level.WARNING if pipelined else Level.ERROR
            related = (case.seq,) if seq != case.seq else () if known.asked is None else (known.asked,)
            yield Hit(f"{method[:80]} {how}", seq=seq, related=related, level=level)
    first = known.asked is None and not known.whole and not told
    if first and case.sender is Side.AGENT and refuses(case):
        yield Hit(f"{case.method} before initialize", seq=case.event.answers, related=(case.seq,))
