"""A way to log in lacks something or has it in the wrong form.

## Why it matters
Clients drop the entry and tell nobody. If it was the only one, the user has no way to log in. A terminal login whose
`args` or `env` v1 cannot read is taken for one that the Agent carries out itself.

## Instead
In v1 give each entry of `authMethods` an `id` and a `name`, in v2 a `type`, a `methodId` and a `name`.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"login"}]}}
```

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{},"authMethods":[{"id":"login","name":"Log in"}]}}
```

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{"auth":{"terminal":true}}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{},"authMethods":[{"id":"tty","name":"Terminal","type":"terminal","args":"login"}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{},"authMethods":[{"methodId":"login","type":"agent","name":"Log in"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect, Problem, ProblemKind
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import MOST, body, dotted, hit, is_ambiguous, reaches
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=("initialize",), faulty=True),
    sources=("v1 and v2 Authentication, Authentication method types", "v1 and v2 schema, AuthMethod"),
    tck=("ACP-AUTH-207",),
    over=("schema/skipped-item",),
)
def check(case: Case) -> Iterator[Hit]:
    """Entries that are dropped, and terminal logins read as others. v2 says that they must have all members."""
    level = Level.ERROR if case.version == 2 else None
    for reach, problems in reaches(case, Effect.DROPPED):
        if _is_entry(reach):
            found = hit(case, problems[0], f"drops {dotted(body(case) + reach)}, so nobody can log in by it")
            yield found._replace(level=level)
    if case.decoded is None or is_ambiguous(case):
        return
    for problem in case.decoded.unknown[:MOST]:
        if problem.kind is ProblemKind.OTHER_VARIANT and _is_entry(_parent(problem)):
            message = "args or env of this terminal login are malformed; it is read as one that the Agent carries out"
            yield Hit(message, body(case) + problem.pointer, effect="kept")


def _is_entry(pointer: str) -> bool:
    return pointer.rpartition("/")[0] == "/authMethods"


def _parent(problem: Problem) -> str:
    return problem.pointer.rpartition("/")[0]
