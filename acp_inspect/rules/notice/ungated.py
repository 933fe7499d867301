"""The Agent sends a notice although the Client did not say that it can show notices.

## Why it matters
`notice` is no part of what every v1 Client knows. One that did not advertise it may drop the update or fail to read
it, and the user never learns what the Agent wanted to say.

## Instead
Send notices only when `clientCapabilities.session.notices` of the Client's `initialize` is an object, empty or not.
Null, true and false are none, and a Client that asked for v2 and was answered v1 has advertised none. Otherwise say it
in an `agent_message_chunk`, or not at all. In v2 no capability is needed.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Using defaults"}}}
```

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"session":{"notices":null}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Using defaults"}}}
```

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Using defaults"}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Using defaults"}}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Using defaults"}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"info","title":"Using defaults"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.notice_offer import Offer
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("notice",)),
    sources=("RFD Session Notices, Version-specific capability (MUST NOT)", "v1 schema, ClientSessionCapabilities"),
)
def check(case: Case) -> Iterator[Hit]:
    """A notice although the capability is not an object after salvaging."""
    if case.sender is not Side.AGENT or case.partial:
        return
    if not isinstance(at(case.before.client.capabilities, "session", "notices"), dict):
        offer = case.known(Offer)
        yield Hit(
            f"a notice, but {offer.lacks('session', 'notices')}",
            "/params/update",
            related=(offer.seq,) if offer.seq else (),
        )
