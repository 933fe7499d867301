"""A request of somebody's own is never answered.

## Why it matters
Who asked waits for ever. Not knowing a method is no reason to be silent: every request gets an answer.

## Instead
Answer a request that you do not know with error -32601.

```acp bad after v1-session
A! @1 {"jsonrpc":"2.0","id":7,"method":"_example.com/queue","params":{}}
= @9 {"control":"exited","code":0,"signal":null}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","id":7,"method":"_example.com/queue","params":{}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}
=  {"control":"exited","code":0,"signal":null}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_ENOUGH: Final = 1_000_000_000
"""Nanoseconds in which a Client has had time to answer an Agent that then goes by itself."""


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("stream-ended", "exited", "end")),
    sources=("v1 and v2 Extensibility, Custom Requests (MUST respond)", "JSON-RPC 2.0, section 5"),
    tck=("ACP-EXT-001",),
    over=("jsonrpc/request-unanswered",),
)
def check(case: Case) -> Iterator[Hit]:
    """The `_` requests that wait when the Agent is gone; or, where only the Client is, at the recording's end."""
    before, after = case.before, case.after
    gone = before.agent_ended is None and after.agent_ended is not None
    if not gone and (case.kind != "end" or after.client_ended is None or after.agent_ended is not None):
        return
    for asked in before.exchanges.pending():
        if not asked.method.startswith("_") or asked.cancelled is not None:
            continue
        level = None
        if asked.owner is Side.CLIENT:
            if asked.at < 0 or case.event.at < 0:
                level = Level.WARNING
            elif case.event.at - asked.at < _ENOUGH:
                continue
        message = f"{found(asked.method)} is not answered when the connection ends"
        yield Hit(message, "", seq=asked.seq, related=(case.seq,), side=asked.owner, level=level)
