"""A response answers no request: the other side sent none with that id.

## Why it matters
The receiver cannot use it and drops it. The request that it was meant for stays open, and whoever sent it waits.

## Instead
Repeat the id of the request as it was, with its JSON type. Do not confuse the ids of one direction with those of the
other.

```acp bad after v1-session
A! {"jsonrpc":"2.0","id":99,"result":{"sessionId":"s1"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.jsonrpc_said import Said
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import Response, RpcId


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("response",)),
    sources=("JSON-RPC 2.0, section 5, id",),
    tck=("ACP-JSONRPC-001",),
)
def check(case: Case) -> Iterable[Hit]:
    """Such a response, unless what asked for it may be missing: earlier than the recording, in a gap, or on a line that
    was no JSON."""
    if case.event.outcome is not Outcome.ORPHAN or case.partial or case.event.part is not None:
        return ()
    body = case.event.body
    if not isinstance(body, Response) or not isinstance(body.id, RpcId) or body.id.key is None or case.sender is None:
        return ()
    own = case.before.exchanges.open.get((case.sender, body.id.key))
    hint = f"; the id is one of its own ({own[0].method}, #{own[0].seq})" if own else ""
    unread = case.known(Said).of(case.sender.peer).unread
    level = Level.INFO if unread else Level.ERROR
    return (Hit(f"no request with id {body.id.text[:80]} was sent{hint}", "/id", level=level, effect="lost"),)
