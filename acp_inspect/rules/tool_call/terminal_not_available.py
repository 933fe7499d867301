"""A tool call shows a terminal that the Client does not have, or has no more.

## Why it matters
The Client shows nothing where the user expects the output of the command.

## Instead
Add the terminal to the call after `terminal/create` gave its id, in the same session, and before `terminal/release`.
What a call showed by then stays.

```acp bad after v1-all-prompt
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run","content":[{"type":"terminal","terminalId":"x9"}]}}}
```

```acp bad after v1-all-prompt
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run","content":[{"type":"terminal","terminalId":"x1"}]}}}
```

```acp good after v1-all-prompt
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call","toolCallId":"t1","title":"Run","content":[{"type":"terminal","terminalId":"x1"}]}}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","content":[{"type":"terminal","terminalId":"x1"}],"status":"completed"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.faults import MOST
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.rules.memory.terminal_lives import Life, TerminalLives
from acp_inspect.rules.tool_calls import ON_CALLS, in_replay, items, told_calls
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

_DISPLAY: Final = frozenset({"terminal_info", "terminal_output", "terminal_exit"})
"""Members of `_meta` by which some Agents show terminals of their own."""


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=ON_CALLS,
    sources=("v1 docs, Tool Calls, Terminals", "v1 schema, Terminal"),
)
def check(case: Case) -> Iterator[Hit]:
    """The first time that a call has such a terminal. The Agent's own terminals, and old ones in a replay, are info."""
    if case.sender is not Side.AGENT or case.partial or case.session is None:
        return
    lives = case.known(TerminalLives)
    session: Any = session_of(case.before, case.session)
    left = MOST
    for pointer, call in told_calls(case):
        for place, item in items(call, "content"):
            terminal = item.get("terminalId")
            if item.get("type") != "terminal" or not isinstance(terminal, str) or not left:
                continue
            life = lives.of(case.session, terminal)
            wrong = _wrong(lives, life, terminal)
            if wrong and not _has(session, call.get("toolCallId"), terminal):
                left -= 1
                own = life is None and (_DISPLAY & _names(call.get("_meta")) or in_replay(session) or _old(session))
                related = () if life is None else (life.release,)
                where = f"{pointer}/content/{place}/terminalId"
                yield Hit(wrong, where, level=Level.INFO if own else None, related=related)


def _wrong(lives: TerminalLives, life: Life | None, terminal: str) -> str:
    if life is not None:
        shown_late = life.release and not life.shown
        return f"terminal {found(terminal)} is added to a tool call after its release (#{life.release})" * bool(
            shown_late
        )
    owner = lives.owners.get(terminal)
    if owner is not None:
        return f"terminal {found(terminal)} was made for session {found(owner)}"
    return f"no answer to terminal/create gave the id {found(terminal)}"


def _has(session: Any, call: Json, terminal: str) -> bool:
    """Whether a call had the terminal already."""
    old = session.tool_calls.get(call) if session is not None and isinstance(call, str) else None
    return old is not None and any(at(item, "terminalId") == terminal for item in old.content)


def _names(meta: Json) -> frozenset[str]:
    return frozenset(meta) if isinstance(meta, dict) else frozenset()


def _old(session: Any) -> bool:
    """Whether the session may have terminals from another connection."""
    return session is None or session.origin != "new"
