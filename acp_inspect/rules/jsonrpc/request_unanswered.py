"""A request is never answered.

## Why it matters
Whoever sent it waits, and what depends on the answer never happens. Every request gets a response, also one that the
receiver does not know (-32601).

## Instead
Answer each request, with an error if need be. Where the Agent itself ends with requests of the Client open,
`stdio/exit-with-pending` speaks of it.

```acp bad after v1-session
A! {"jsonrpc":"2.0","id":0,"method":"_example.com/drain","params":{"sessionId":"s1"}}
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
=  {"control":"exited","code":0,"signal":null}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","id":0,"method":"_example.com/drain","params":{"sessionId":"s1"}}
C  {"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"Method not found"}}
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
=  {"control":"exited","code":0,"signal":null}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays
from acp_inspect.rules.memory.stdio_seen import StdioSeen
from acp_inspect.trace.correlate import OpenRequest
from acp_inspect.wire.control import Exited
from acp_inspect.wire.rpc import Side

_OF_PEOPLE: Final = frozenset({"session/request_permission", "elicitation/create"})
"""A person may be slower than the connection."""
_BY_SOMEBODY: Final = frozenset({1, 2, 9, 15})
_SOON: Final = 1_000_000_000
"""Nanoseconds in which an answer need not have come."""


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("exited",)),
    sources=("JSON-RPC 2.0, section 5", "v1 and v2 Extensibility, Custom Requests"),
)
def check(case: Case) -> Iterator[Hit]:
    """What is open when the Agent is gone. Worth knowing only: what the Client left behind by ending first, what waits
    for a person, and what came so late that it could not be answered."""
    body = case.event.body
    now = case.after
    refused = case.known(Arrays).calls
    ended = case.seq if now.agent_ended is None else now.agent_ended
    client_first = now.client_ended is not None and now.client_ended < ended
    seen = case.known(StdioSeen)
    by_somebody = seen.signalled or (isinstance(body, Exited) and body.signal in _BY_SOMEBODY)
    for asked in now.exchanges.pending():
        if asked.seq in refused or asked.seq < seen.exited:
            continue
        if asked.owner is Side.AGENT:
            if client_first:
                yield _hit(asked, case, Level.INFO, "the Client ended first")
        elif asked.method in _OF_PEOPLE or _soon(asked, case) or not (client_first or by_somebody):
            yield _hit(asked, case, Level.INFO, "it may have been too late")
        else:
            yield _hit(asked, case, Level.WARNING, "")


def _soon(asked: OpenRequest, case: Case) -> bool:
    return asked.at >= 0 and case.event.at >= 0 and case.event.at - asked.at < _SOON


def _hit(asked: OpenRequest, case: Case, level: Level, excuse: str) -> Hit:
    text = f"{asked.method} (id {asked.id.text}) was never answered" + (f"; {excuse}" if excuse else "")
    return Hit(text[:300], seq=asked.seq, related=(case.seq,), side=asked.owner, level=level)
