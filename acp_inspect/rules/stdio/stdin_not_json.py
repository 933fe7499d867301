"""The Client writes a line to the Agent's stdin that is no JSON.

## Why it matters
The Agent reads messages there and nothing else. It answers with a parse error, or passes over the line, and whatever
was meant with it never happens.

## Instead
Write whole messages only, each on a line of its own. To end the Agent, close its stdin.

```acp bad after v1-open
C! exit
A  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}
```

```acp good after v1-open
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.not_json import ON_LINES, not_json
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=ON_LINES,
    sources=("v1 and v2 Transports, stdio",),
)
def check(case: Case) -> Iterable[Hit]:
    """A line from the Client that no JSON reader takes."""
    return not_json(case, Side.CLIENT, "stdin")
