"""The Agent sends a request or a notification before it has answered `initialize`.

## Why it matters
Until then the Client has neither a session nor an agreement about the version, and what it can do is not settled. It
drops what comes, or cannot read it.

## Instead
Answer `initialize` first. What happened while starting can be told once there is a session, or on stderr.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Starting"}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Started"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.init_story import InitStory, too_early
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request", "notification")),
    sources=("v1 and v2 Initialization", "v1 Session Setup"),
    over=("session/update-unknown",),
)
def check(case: Case) -> Iterable[Hit]:
    """Anything but a response too early. A vendor's own notification is worth knowing only, and so is what the Client
    brought about by asking too early itself."""
    known = case.known(InitStory)
    return () if known.done else _hits(case, known)


def _hits(case: Case, known: InitStory) -> Iterator[Hit]:
    for kind in ("request", "notification"):
        for seq, method, how in too_early(case, Side.AGENT, kind):
            if method != "$/cancel_request":
                own = kind == "notification" and method.startswith("_")
                level = Level.INFO if own or known.unready else Level.ERROR
                yield Hit(f"{method[:80]} {how}", seq=seq, level=level)
