"""A request has the id of an earlier one that waits for its answer.

## Why it matters
The id is all that ties a response to its request. With two requests under one id, each answer fits both, and a peer
may give the first one's to the second. The answer that fits both is reported as worth knowing, instead of what it
may lack as the answer to one of them.

## Instead
Count up. An id may be used again once its request was answered.

```acp bad after v1-prompt
C! {"jsonrpc":"2.0","id":2,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","id":2,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays
from acp_inspect.wire.rpc import Request, Response, RpcId


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "response")),
    sources=("v1 and v2 schema, RequestId", "JSON-RPC 2.0, sections 4 and 5"),
    over=("jsonrpc/id-reused-later", "schema/response-result", "schema/null-result", "compat/other-version-result"),
)
def check(case: Case) -> Iterable[Hit]:
    """A request whose id is in flight, from the same side and of the same JSON type. Not after a gap: the answer may be
    in it. Not where the earlier one stood in an array: that was refused."""
    body = case.event.body
    if isinstance(body, Response):
        return _answer(case, body)
    if case.sender is None or not isinstance(body, Request) or case.event.part is not None:
        return ()
    open = case.before.exchanges.open.get((case.sender, body.id.key))
    if not open or case.after.gaps or case.before.agent_ended is not None:
        return ()
    waiting = [asked for asked in open if asked.seq not in case.known(Arrays).calls]
    if not waiting:
        return ()
    text = f"id {body.id.text} is that of {waiting[0].method} (#{waiting[0].seq}), which waits for its answer"
    return (Hit(text, "/id", related=(waiting[0].seq,)),)


def _answer(case: Case, body: Response) -> Iterable[Hit]:
    if case.sender is None or not isinstance(body.id, RpcId):
        return ()
    open = case.before.exchanges.open.get((case.sender.peer, body.id.key), ())
    if len(open) < 2:
        return ()
    seqs = tuple(asked.seq for asked in open[:10])
    return (Hit(f"the answer fits {len(open)} requests with id {body.id.text[:80]}", level=Level.INFO, related=seqs),)
