"""An option of a permission request is malformed, and the Client rejects the whole request.

## Why it matters
One bad option is enough: the user is never asked, and the operation is blocked. In v1 this holds for a kind that is
none of the four, too.

## Instead
Give each option an `optionId`, a `name` and a `kind`. In v1 the kind is `allow_once`, `allow_always`, `reject_once` or
`reject_always`; in v2 Clients also take kinds that they do not know.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_persistent"}]}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes"}]}}
C  {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","options":[{"optionId":"y","name":"Yes","kind":"_perhaps"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=("session/request_permission",), faulty=True),
    sources=(
        "v1 docs, Tool Calls, Permission Options",
        "v1 schema, PermissionOptionKind",
        "v2 schema, PermissionOption",
    ),
    tck=("ACP-PERM-201",),
    over=("schema/request-params",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault in an option, or no list of options, that loses the request."""
    if case.sender is Side.AGENT:
        for problem in faults(case, Effect.LOST):
            if problem.pointer.startswith("/options/") or (
                problem.pointer == "/options" and at(case.wire, "options") != []
            ):
                yield hit(case, problem, "rejects the request, and the user is not asked")
