"""The Agent ends a turn with a stop reason that v1 does not know, or with none.

## Why it matters
The five reasons are a closed set in v1. The Client cannot read the answer at all, so its call fails: a turn that went
well looks like a broken one.

## Instead
Answer with `end_turn`, `max_tokens`, `max_turn_requests`, `refusal` or `cancelled`. Where the turn failed, answer with
an error.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"error"}}
```

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":2,"result":{}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"max_tokens"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"The model is not available"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("session/prompt",), faulty=True),
    sources=("v1 docs, Prompt Turn, Stop Reasons", "v1 schema, StopReason"),
    tck=("ACP-PROMPT-001",),
    over=("schema/response-result",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault of the stop reason that loses the answer."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer == "/stopReason":
            yield hit(case, problem, "cannot read the answer, and the prompt fails")
