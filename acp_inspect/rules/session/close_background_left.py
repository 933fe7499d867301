"""The Agent closes a session, and nothing says that its background work ended.

## Why it matters
Closing stops the work beside the conversation too. A terminal that the Client shows as running, in a session that is
gone, cannot be stopped by anybody.

## Instead
Stop what runs in the background, and send its last updates before the answer to `session/close`.

```acp bad after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn","background":[{"type":"terminal","terminalId":"x1"}]}}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A! {"jsonrpc":"2.0","id":3,"result":{}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"make"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn","background":[{"type":"terminal","terminalId":"x1"}]}}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","exitStatus":{"signal":"SIGTERM"}}}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.sessions import succeeded
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
    pedantic=True,
    on=On(kinds=("response",), methods=("session/close",)),
    sources=("v2 schema, session/close",),
)
def check(case: Case) -> Iterator[Hit]:
    """Background work of the last `state_update` whose terminal did not exit, or whose call did not end. No text asks
    for these updates before the answer."""
    session = case.before.held.sessions.get(case.session) if case.session is not None else None
    if session is None or not succeeded(case):
        return
    for work in session.activity.background or ():
        terminal = session.terminals.get(at(work, "terminalId")) if at(work, "type") == "terminal" else None
        call = session.tool_calls.get(at(work, "toolCallId")) if at(work, "type") == "tool_call" else None
        if terminal is not None and terminal.exit is None:
            yield Hit(f"the background terminal {found(terminal.id)} has no exit status", "/result")
        elif call is not None and call.open:
            yield Hit(f"the background tool call {found(call.id)} is {call.status}", "/result")
