r"""A line is empty or holds white space only.

## Why it matters
It is no message. The reference libraries pass over it, but nothing obliges others to: a strict reader finds no JSON
in it.

## Instead
Write exactly one newline after each message.

```acp bad after v1-open
A!~ \n
A!~ \x20\t\n
```

```acp good after v1-open
A   {"jsonrpc":"2.0","method":"_example.com/ready"}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("blank",)),
    sources=("v1 and v2 Transports, stdio",),
    exact=True,
)
def check(case: Case) -> Iterator[Hit]:
    """A line without a message. In v2 it is only worth knowing."""
    v2 = case.version == 2 and case.after.basis is not Basis.ASSUMED
    yield Hit("the line holds no message", level=Level.INFO if v2 else Level.WARNING)
