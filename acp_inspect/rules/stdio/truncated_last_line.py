"""The stream ends inside a line: its last message has no newline.

## Why it matters
A message without its newline is not finished. A receiver that waits for the newline never sees it; where the text is
cut off as well, nobody can read it. The sender was most likely killed while it wrote.

## Instead
Write each message with its newline in one go, and flush before the process ends.

```acp bad after v1-prompt
A!~ {"jsonrpc":"2.0","id":2,"resu
=   {"control":"exited","code":null,"signal":9}
```

```acp bad after v1-prompt
A!~ {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
=   {"control":"exited","code":0,"signal":null}
```

```acp good after v1-prompt
A   {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
=   {"control":"exited","code":0,"signal":null}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.stdio_seen import StdioSeen
from acp_inspect.trace.event import Ending


@rule(
    level=Level.WARNING,
    side=None,
    on=(
        On(kinds=("request", "notification", "response"), odd=True),
        On(kinds=("exited", "end")),
    ),
    sources=("v1 and v2 Transports, stdio",),
    exact=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A last line without newline. One that is whole is only worth knowing; one that is not may be the recording's
    own end, until the recording shows that its stream or its writer ended."""
    if case.sender is not None and case.kind != "end":
        if case.event.ending is Ending.NONE and case.event.part in (None, 0):
            yield Hit("the last line of the stream has no newline", level=Level.INFO)
        return
    for side, seq in case.known(StdioSeen).cut:
        if case.kind == "end":
            yield Hit("the recording ends inside a line", seq=seq, side=side, level=Level.INFO)
        else:
            yield Hit("the stream ends inside a message", seq=seq, side=side, related=(case.seq,), effect="lost")
