"""An update about a child session, or a message between sessions, cannot be read.

## Why it matters
The Client drops it: the child is not announced, so that everything it does is dropped too, or the message is lost.

## Instead
`subagent_update` needs a string in `sessionId`; its `cwd` is a string or null, its `additionalDirectories` a list of
strings or null. `session_message` needs `messageId`, a chunk of one also a content block.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","cwd":5}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","content":[{"type":"text","text":"Hi"}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"subagent_update","sessionId":"k1","cwd":"/work"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_message","messageId":"x1","recipientSessionId":"k1","content":[{"type":"text","text":"Hi"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.faults import faults, hit, in_update
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    stable=False,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(
        kinds=("notification",),
        updates=("subagent_update", "session_message", "session_message_chunk"),
        faulty=True,
    ),
    sources=("v1 and v2 schema, SubagentUpdate, SessionMessage, SessionMessageChunk",),
    over=("update/malformed-known",),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault that loses the update."""
    for problem in faults(case, Effect.LOST):
        if in_update(problem.pointer):
            yield hit(case, problem, f"drops the {case.update}, and nobody is told")
