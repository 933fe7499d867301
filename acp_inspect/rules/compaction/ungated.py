"""The Agent tells of a compaction although the Client did not say that it can show compactions.

## Why it matters
The updates are no part of what every v1 Client knows. One that did not advertise them may drop them or fail to read
them.

## Instead
Send `compaction_update` and `compaction_summary_chunk` only when `clientCapabilities.session.compaction` of the
Client's `initialize` is an object. Otherwise say it in an `agent_message_chunk`, or not at all. In v2 no capability is
needed.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"completed"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"compaction_update","compactionId":"c1","status":"completed"}}}
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
    on=On(kinds=("notification",), updates=("compaction_update", "compaction_summary_chunk")),
    sources=("v1 Prompt Turn, Session Compaction (MUST NOT)", "v1 schema, ClientSessionCapabilities/compaction"),
)
def check(case: Case) -> Iterator[Hit]:
    """Either update although the capability is not an object after salvaging."""
    if case.sender is not Side.AGENT or case.partial:
        return
    if not isinstance(at(case.before.client.capabilities, "session", "compaction"), dict):
        offer = case.known(Offer)
        message = f"a {case.update}, but {offer.lacks('session', 'compaction')}"
        yield Hit(message, "/params/update", related=(offer.seq,) if offer.seq else ())
