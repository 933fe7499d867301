"""A notice has a severity that the protocol does not know.

## Why it matters
It is legal: the set is open. Clients show the notice in a neutral way and infer nothing from the word. Words without
`_` at the beginning are kept for later versions of ACP, so a Client of tomorrow may read something else into it.

## Instead
Use `info`, `warning` or `error`; for one of your own, a word that begins with `_`.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"critical","title":"No network"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"_example_hint","title":"No network"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"error","title":"No network"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("notice",), faulty=True),
    sources=("RFD Session Notices (open severity)", "v1 and v2 schema, NoticeSeverity"),
)
def check(case: Case) -> Iterator[Hit]:
    """A string that the schema does not list."""
    severity = at(case.wire, "update", "severity")
    if case.decoded is None or not isinstance(severity, str):
        return
    if any(one.pointer == "/update/severity" for one in case.decoded.unknown):
        whose = "one of the Agent's own" if severity.startswith("_") else "kept for later versions of ACP"
        yield Hit(f"the severity {found(severity)} is {whose}", "/params/update/severity", effect="kept")
