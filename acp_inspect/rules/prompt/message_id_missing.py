"""The Agent accepts a prompt without saying which message it became.

## Why it matters
The Client needs the id to know its own message among the session's updates. Without it the answer cannot be read, and
the prompt fails, although the Agent works on it.

## Instead
Answer with `messageId`, the id of the user message that the Agent inserted and reports in an update. There is no
`stopReason` in it: how the work ended is told by a `state_update`.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A! {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("session/prompt",), faulty=True),
    sources=("v2 docs, Prompt Lifecycle, 2. Prompt Accepted", "v2 schema, PromptResponse"),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    tck=("ACP-PROMPT-201",),
    over=("schema/response-result",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault of the message id that loses the answer."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer == "/messageId":
            yield hit(case, problem, "cannot read the answer, and the prompt fails")
