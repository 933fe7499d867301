r"""The Agent writes text to stderr that is not UTF-8.

## Why it matters
stderr is free, but what is written there is text for people, in UTF-8. Other bytes show as replacement characters.
They often come from programs that the Agent started and that inherited its stderr.

## Instead
Write UTF-8, or send the output of other programs through a decoder.

```acp bad after v1-open
E!~ d\xe9marrage\n
```

```acp good after v1-open
E   démarrage
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.trace.event import Stderr
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("stderr",)),
    sources=("v1 and v2 Transports, stdio",),
)
def check(case: Case) -> Iterator[Hit]:
    """A line of stderr that does not decode."""
    body = case.event.body
    if isinstance(body, Stderr) and not body.raw.isascii():
        try:
            body.raw.decode()
        except UnicodeDecodeError as error:
            yield Hit(f"byte {error.start} of the line, 0x{body.raw[error.start]:02x}, is no UTF-8")
