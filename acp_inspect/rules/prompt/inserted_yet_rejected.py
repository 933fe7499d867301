"""The Agent answers a prompt with an error, but inserts its message all the same.

## Why it matters
An error says that the message is not part of the session. A Client that believes it offers to send the message again,
and the Agent then has it twice.

## Instead
Decide first. Once the message is inserted, answer with its id, and tell a later failure with an idle `state_update`
whose stop reason is `error`. Once the prompt was refused, insert nothing.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"The model is not available"}}
```

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"The model is not available"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"error","error":{"code":-32603,"message":"The model is not available"}}}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"The model is not available"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.prompt_inserted import USER, Inserted, echoes, is_live
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=(
        On(kinds=("response",), methods=("session/prompt",)),
        On(kinds=("notification",), updates=tuple(sorted(USER))),
    ),
    sources=("v2 schema, ClientRequest, session/prompt",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """An error after the message, or the message after an error."""
    known = case.known(Inserted).of(case.session)
    if not known:
        return
    if case.kind == "response":
        for prompted in known:
            if prompted.seq == case.event.answers and prompted.echoed and case.wire is ABSENT:
                text = f"prompt #{prompted.seq} was inserted as message {prompted.echo!r} (#{prompted.echoed})"
                yield Hit(text, pointer("error"), related=(prompted.seq, prompted.echoed))
        return
    if not is_live(case.before, case.session) or any(not prompted.answered for prompted in known):
        return
    for prompted in known:
        if not prompted.accepted and prompted.echo is None and echoes(case, prompted):
            text = f"the message is that of prompt #{prompted.seq}, which was refused (#{prompted.answered})"
            yield Hit(text, pointer("params", "update"), related=(prompted.seq, prompted.answered))
