"""The Agent sends a notice before `initialize` has succeeded.

## Why it matters
No session exists yet that the notice could be about, and the Agent cannot know whether the Client shows notices.

## Instead
Wait until the `initialize` is answered and a session exists. What concerns the whole connection belongs into the answer
to `initialize`, or onto stderr.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"session":{"notices":{}}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
```

```acp bad
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"session":{"notices":{}}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.trace.event import update_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=(On(kinds=("notification",), updates=("notice",)), On(kinds=("request",), methods=("initialize",))),
    sources=("RFD Session Notices, Delivery and history", "v1 and v2 Initialization"),
    over=("notice/ungated", "notice/unknown-session", "init/agent-traffic-before-initialize"),
)
def check(case: Case) -> Iterator[Hit]:
    """A notice between the first initialize and its answer; or, once that comes, those before it."""
    if case.kind == "request":
        if case.sender is Side.CLIENT and case.before.early is not None and not case.before.gaps:
            yield from _before_all(case)
    elif case.sender is Side.AGENT and case.before.version is None and not case.partial:
        yield Hit("a notice before the answer to initialize", "/params")


def _before_all(case: Case) -> Iterator[Hit]:
    """Notices before anything that the Client sent: where it had sent something, the recording may begin too late."""
    for event in case.before.early or ():
        if event.sender is Side.CLIENT:
            return
        if update_of(event) == "notice":
            yield Hit("a notice before initialize", "/params", seq=event.seq, related=(case.seq,))
