"""The Agent acts upon a request that came before `initialize` was answered.

## Why it matters
v2 has such requests refused with -32600, not held back and not done: the Agent cannot know yet what the Client
supports. In v1 only the newest text says so.

## Instead
Answer them with error -32600.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{}}}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessions":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.init_story import INVALID_REQUEST, InitStory
from acp_inspect.wire.rpc import ABSENT, Response, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=(On(kinds=("response",)), On(kinds=("request",), methods=("initialize",))),
    sources=("v2 Error, error codes", "TypeScript SDK 2.4.0, the Agent's guard before initialization"),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterable[Hit]:
    """A result, or in passing another error, for a request that came too early. Before any `initialize` it waits for
    one as proof."""
    known = case.known(InitStory)
    return _hits(case, known) if known.unready else ()


def _hits(case: Case, known: InitStory) -> Iterator[Hit]:
    if case.kind == "request":
        if case.sender is Side.CLIENT and known.asked is None and not known.whole and not case.after.gaps:
            for early in known.early:
                if early.kind == "response" and early.sender is Side.AGENT and early.ok:
                    yield _hit(case, early.method, early.seq, early.answers or early.seq, ok=True)
        return
    asked = case.event.answers
    body = case.event.body
    proven = known.asked is not None or known.whole
    if asked is None or asked not in known.unready or not proven or not isinstance(body, Response):
        return
    ok = body.error is ABSENT
    if ok or at(body.error, "code") != INVALID_REQUEST:
        yield _hit(case, case.method or "", None, asked, ok=ok)


def _hit(case: Case, method: str, seq: int | None, asked: int, *, ok: bool) -> Hit:
    what = "was done" if ok else "got another error than -32600"
    level = Level.ERROR if ok and case.version == 2 else Level.INFO
    return Hit(f"{method[:80]} came before initialize was answered and {what}", seq=seq, related=(asked,), level=level)
