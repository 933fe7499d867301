"""A config option lacks something, has it in the wrong form, or is of a type that v1 does not know, and is dropped.

## Why it matters
The Client keeps the other options and tells nobody. For it the dropped one does not exist, so the user can neither see
nor change it.

## Instead
Give each option its id, a `name`, a `type`, and what the type asks for: `currentValue`, and for a select `options`. v1
has the types `select` and `boolean` only.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","type":"select","options":[{"value":"ask","name":"Ask"}]}]}}
```

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"depth","name":"Depth","type":"slider","currentValue":3}]}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"configId":"model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"}]}]}}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect, ProblemKind
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import body, dotted, hit, reaches
from acp_inspect.rules.options import CARRIERS, list_pointer
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=CARRIERS,
    sources=("v1 and v2 Session Config Options, ConfigOption", "v1 and v2 schema, SessionConfigOption"),
    tck=("ACP-CONFIG-201", "ACP-CONFIG-203"),
    over=("schema/skipped-item", "update/items-dropped"),
)
def check(case: Case) -> Iterator[Hit]:
    """Items of the list that are dropped. An unknown type alone is left to newer Clients."""
    base = list_pointer(case)
    for reach, problems in reaches(case, Effect.DROPPED):
        parent, _, _ = (body(case) + reach).rpartition("/")
        if parent == base:
            unknown = all(problem.kind is ProblemKind.UNKNOWN_VARIANT for problem in problems)
            found = hit(case, problems[0], f"drops {dotted(body(case) + reach)} and keeps the rest")
            yield found._replace(level=Level.INFO) if unknown else found
