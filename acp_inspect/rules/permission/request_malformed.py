"""A permission request lacks its title, or its subject or description is malformed.

## Why it matters
In v2 the request has a title of its own, and a subject that says what it is about. Without a title, or with a subject
that does not fit its type, the Client rejects the request and the user is not asked. A malformed description is left
out.

## Instead
Send a string `title`. A subject of type `tool_call` has `toolCall` with a `toolCallId`, one of type `command` has
`command` and `cwd`; types that nobody knows are free. The description is a string or null.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
C  {"jsonrpc":"2.0","id":9,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-turn
A! {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","description":["x"],"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","id":9,"method":"session/request_permission","params":{"sessionId":"s1","title":"May I?","description":"x","subject":{"type":"command","command":"ls","cwd":"/work"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit, reaches
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("request",), methods=("session/request_permission",), faulty=True),
    sources=(
        "v2 docs, Tool Calls, Requesting Permission",
        "v2 schema, RequestPermissionRequest",
        "v2 schema, RequestPermissionSubject",
    ),
    tck=("ACP-PERM-201",),
    over=("schema/request-params", "schema/salvaged-field"),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault of the title or the subject that loses the request; a description that is salvaged."""
    if case.sender is not Side.AGENT:
        return
    for problem in faults(case, Effect.LOST):
        if problem.pointer == "/title" or problem.pointer.startswith("/subject"):
            yield hit(case, problem, "rejects the request, and the user is not asked")
    for reach, problems in reaches(case, Effect.SALVAGED):
        if reach == "/description":
            yield hit(case, problems[0], "leaves it out")._replace(level=Level.WARNING)
