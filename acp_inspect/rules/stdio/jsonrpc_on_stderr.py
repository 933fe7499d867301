"""The Agent writes a protocol message to stderr and not to stdout.

## Why it matters
The Client reads messages from stdout only. A message that went to stderr was never sent: the Client waits for it.

## Instead
Write messages to stdout. A copy on stderr, for tracing, is fine.

```acp bad after v1-prompt
E! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
=  {"control":"exited","code":0,"signal":null}
```

```acp good after v1-prompt
E  turn finished
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-prompt
E  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
=  {"control":"exited","code":0,"signal":null}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.stdio_seen import StdioSeen
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("exited", "end")),
    sources=("v1 and v2 Transports, stdio",),
)
def check(case: Case) -> Iterator[Hit]:
    """A response on stderr whose request got none on stdout."""
    pending = case.after.exchanges.open
    for key, seq in case.known(StdioSeen).answers:
        asked = pending.get((Side.CLIENT, key))
        if asked and asked[0].seq < seq:
            message = f"a response to request {asked[0].id.text} (#{asked[0].seq}) on stderr; stdout has none"
            yield Hit(message, seq=seq, related=(asked[0].seq,))
