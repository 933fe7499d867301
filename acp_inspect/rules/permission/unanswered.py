"""The Client ends the connection without having answered a permission request.

## Why it matters
The Agent waits until it notices that nobody is there. What it asked about stays undecided, and may be shown as waiting
when the session is resumed.

## Instead
Answer each request. When the user goes away, answer with `cancelled`, or close the session first.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","id":9,"result":{"outcome":{"outcome":"selected","optionId":"y"}}}
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_endings import Ending
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({2}),
    on=On(kinds=("end",)),
    sources=("JSON-RPC 2.0, section 4, Request object", "v2 docs, Tool Calls, Requesting Permission"),
)
def check(case: Case) -> Iterator[Hit]:
    """Permission requests that are open, and were not taken back, when the Client or their session has ended."""
    ending = case.known(Ending)
    for request in case.before.exchanges.pending() if ending.over and not case.after.gaps else ():
        if request.sender is not Side.AGENT or request.method != "session/request_permission" or request.cancelled:
            continue
        session: Any = session_of(case.before, request.session)
        closed = session is not None and session.status == "closed"
        if ending.by_client or closed:
            when = "its session was closed" if closed else "the Client ended the connection"
            yield Hit(f"{when}, and it has no answer", seq=request.seq, session=request.session)
