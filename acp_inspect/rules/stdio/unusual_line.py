r"""A line is legal and yet unusual: it ends with carriage return and newline, or it is larger than 32 MiB.

## Why it matters
A carriage return counts as white space around the message, and the protocol sets no limit to its size. But a receiver
that compares whole lines or counts bytes may stumble over the one, and the reference library for TypeScript ends the
connection at the other unless it is told otherwise. Of the line ends, only the first of each side is reported.

## Instead
Switch stdout to binary mode on Windows. Send large contents as a `resource_link`, or in parts.

```acp bad after v1-open
C!~ {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}\r\n
A   {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
C~  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}\r\n
```

```acp good after v1-open
C   {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A   {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.stdio_seen import StdioSeen
from acp_inspect.rules.plain import LARGE
from acp_inspect.trace.event import Ending


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("request", "notification", "response", "malformed", "blank"), odd=True),
    sources=("v1 and v2 Transports, stdio", "TypeScript SDK 2.4.0, stream limits"),
    exact=True,
)
def check(case: Case) -> Iterator[Hit]:
    """The first line of a side that ends so, and every very large one."""
    event = case.event
    if event.ending is Ending.CRLF and event.sender not in case.known(StdioSeen).crlf:
        yield Hit("lines end with carriage return and newline")
    if event.size > LARGE and event.part in (None, 0):
        yield Hit(f"the line has {event.size:,} bytes; some peers end the connection above {LARGE:,}")
