"""The Agent never released a terminal that it had the Client make.

## Why it matters
The Client keeps the output, and the command may run on, although nobody will ask for it any more.

## Instead
Release each terminal when it is no longer needed, also one whose command was killed or has exited.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":20,"method":"session/close","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":20,"result":{}}
```

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
=! {"control":"exited","code":0,"signal":null}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":20,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{}}
A  {"jsonrpc":"2.0","id":20,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.stdio_seen import StdioSeen
from acp_inspect.rules.memory.terminal_lives import TerminalLives
from acp_inspect.wire.control import Exited
from acp_inspect.wire.rpc import Side

_MOST: Final = 5
"""Terminals that are named."""


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=(On(kinds=("response",), methods=("session/close",)), On(kinds=("exited", "end"))),
    sources=("v1 docs, Terminals, Executing Commands (MUST)", "v1 docs, Terminals, Killing Commands (MUST)"),
)
def check(case: Case) -> Iterator[Hit]:
    """Terminals of a session that was closed, or of a connection that ended without a crash."""
    lives = case.known(TerminalLives).sessions
    if not lives or case.after.gaps:
        return
    if case.kind == "response":
        if case.session in lives and case.session is not None and succeeded(case):
            asked = case.event.answers or 0
            yield from _left(case, [case.session], asked, "the session is closed", Level.ERROR)
        return
    ended, body = case.after.agent_ended, case.event.body
    exited = case.known(StdioSeen).exited
    if ended is None or (case.kind == "end" and exited) or (isinstance(body, Exited) and body.code != 0):
        return
    by_client = case.after.client_ended is not None and case.after.client_ended < ended
    level = Level.WARNING if by_client or case.kind == "end" else Level.ERROR
    yield from _left(case, list(lives), case.seq, "the Agent has ended", level)


def _left(case: Case, sessions: list[str], until: int, why: str, level: Level) -> Iterator[Hit]:
    """The terminals of these sessions that were made before `until` and not released; closed sessions had theirs."""
    lives = case.known(TerminalLives).sessions
    for session in sessions:
        held: Any = session_of(case.before, session)
        if held is not None and held.status in ("closed", "deleted"):
            continue
        left = [
            (terminal, life.created)
            for terminal, life in lives[session].items()
            if not life.release and life.created < until
        ]
        if left:
            left.sort(key=lambda one: one[1])
            names = ", ".join(found(terminal) for terminal, _ in left[:_MOST])
            more = f" and {len(left) - _MOST} more" if len(left) > _MOST else ""
            text = f"{why}, but terminal {names}{more} was not released"
            related = tuple(created for _, created in left[:_MOST])
            yield Hit(text, related=related, level=level, session=session)
