"""A permission request offers nothing to choose.

## Why it matters
The user can neither allow nor refuse; the only answer that is left is that the turn was cancelled. In v2 such a request
is rejected.

## Instead
Offer at least one option, and one to reject.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[]}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[]}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=("session/request_permission",)),
    sources=(
        "v2 docs, Tool Calls, Requesting Permission",
        "v1 schema, RequestPermissionRequest/options",
        "v2 schema, RequestPermissionRequest/options",
    ),
    tck=("ACP-PERM-201",),
    over=("schema/request-params",),
)
def check(case: Case) -> Iterator[Hit]:
    """An empty list of options."""
    if case.sender is Side.AGENT and at(case.wire, "options") == []:
        where = pointer("params", "options")
        if case.version == 1:
            yield Hit("no option is offered", where, level=Level.INFO)
        else:
            yield Hit("no option is offered; the Client rejects the request", where, effect="lost")
