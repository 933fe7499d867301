r"""A message is spread over several lines.

## Why it matters
A newline ends a message. A receiver reads each line by itself, finds no JSON in any of them, and the message is lost.
Pretty-printing does it, and so does a line break inside of a string that was not escaped.

## Instead
Write each message on one line, without indentation, and a line break inside of a string as `\n`.

```acp bad
C! {
C    "jsonrpc": "2.0",
C    "id": 0,
C    "method": "initialize",
C    "params": {"protocolVersion": 1}
C  }
```

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"one
A  two"}}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"one\ntwo"}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.stdio_halves import Halves, turn


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("malformed", "blank")),
    sources=("v1 and v2 Transports, stdio",),
    tck=("ACP-TRANSPORT-203",),
    exact=True,
)
def check(case: Case) -> Iterable[Hit]:
    """Lines that are no JSON one by one and are together."""
    halves = case.known(Halves)
    if halves.client is None and halves.agent is None:
        return ()
    whole = turn(case).whole
    if not whole:
        return ()
    return (Hit(f"{len(whole)} lines make one JSON text", seq=whole[0], related=whole[1:], effect="lost"),)
