"""A session update of a known kind lacks something that is required, or has it in a form that no Client accepts.

## Why it matters
The Client drops the whole update, and nobody is told: text that the user never sees, a tool call that stays as it was.
A known kind that is malformed is never passed on as an unknown one, in v2 neither.

## Instead
Send the members that the schema requires for the kind, with the types it gives them.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":-1,"size":200}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","title":"Read a file"}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"usage_update","used":1,"size":200}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Read a file"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit, in_update
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), methods=("session/update",), faulty=True),
    sources=("v1 and v2 schema, the variants of SessionUpdate", "RFD Session Notices, Version-specific capability"),
    tck=("ACP-PROMPT-205",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault that loses an update whose kind is known."""
    for problem in faults(case, Effect.LOST):
        if in_update(problem.pointer) and problem.pointer not in ("/update", "/update/sessionUpdate"):
            yield hit(case, problem, f"drops the {case.update}, and nobody is told")
