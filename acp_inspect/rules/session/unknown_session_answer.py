"""The Agent does not say clearly that it has no such session.

## Why it matters
A Client that gets error -32002 with the session's id can open the session and try again. Any other answer is a failure
like all others; a success for a session that was not opened hides the mistake.

## Instead
Answer a request for a session that does not exist, or is not active, with error -32002 and `data.sessionId`. An Agent
that does not know the method, wants a login first or was asked to cancel says so, whatever the session.

```acp bad after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/set_mode","params":{"sessionId":"s9","modeId":"ask"}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"no such session"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/set_mode","params":{"sessionId":"s9","modeId":"ask"}}
A  {"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"Method not found"}}
```

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/resume","params":{"sessionId":"s9","cwd":"/work"}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"Resource not found"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/resume","params":{"sessionId":"s9","cwd":"/work"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32002,"message":"Resource not found","data":{"sessionId":"s9"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.capabilities import speaks_v2
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.session_doubts import Doubts
from acp_inspect.rules.sessions import NO_SUCH_SESSION, succeeded
from acp_inspect.wire.rpc import ABSENT, Side

_SCOPED: Final = (
    "session/archive",
    "session/close",
    "session/delete",
    "session/fork",
    "session/load",
    "session/prompt",
    "session/resume",
    "session/set_config_option",
    "session/set_mode",
    "session/set_title",
    "session/status",
    "session/unarchive",
    "terminal/cancel",
    "tool_call/cancel",
)

_OTHER_REASONS: Final = (-32601, -32000, -32800)
"""Method not found, login required, cancelled: true of every session, so the session need not be looked up."""


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    on=On(kinds=("response",), methods=_SCOPED),
    sources=("docs/protocol/v1/error, Unknown sessions", "v2 schema, SessionNotFoundErrorData"),
)
def check(case: Case) -> Iterator[Hit]:
    """For a session that is not active: in both versions -32002 without its id; in v1 also another error, or a result. In
    v2 the id belongs to every -32002. Closing a session that is not there may succeed."""
    ask = case.step.ask
    if ask is None or ask.session is None or case.sender is not Side.AGENT:
        return
    stands = case.known(Doubts).requests.get(ask.seq)
    if stands is None and not speaks_v2(case):
        return
    code, data = at(case.message, "error", "code"), at(case.message, "error", "data")
    if code in _OTHER_REASONS:
        return
    if code == NO_SUCH_SESSION:
        if at(data, "sessionId") != ask.session and at(data, "uri") is ABSENT:
            words = f"error -32002 does not name session {found(ask.session)} in data.sessionId"
            yield Hit(words, "/error", related=(ask.seq,))
    elif case.version == 1 and stands is not None:
        words = f"session {found(ask.session)} is {stands.value}, and the answer is not error -32002"
        if not succeeded(case):
            yield Hit(words, "/error", related=(ask.seq,))
        elif ask.method != "session/close":
            yield Hit(words, "/result", related=(ask.seq,))
