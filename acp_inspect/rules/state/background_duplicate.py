"""The background list names the same work twice.

## Why it matters
The Client counts and shows it twice. A command is often listed both as the tool call that started it and as the terminal
it runs in.

## Instead
List each piece of work once, and work of a process as its terminal.

```acp bad after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"sleep"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","background":[{"type":"terminal","terminalId":"x1"},{"type":"terminal","terminalId":"x1"}]}}}
```

```acp bad after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"sleep"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"sleep","content":[{"type":"terminal","terminalId":"x1"}]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","background":[{"type":"tool_call","toolCallId":"t1"},{"type":"terminal","terminalId":"x1"}]}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"sleep"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","background":[{"type":"terminal","terminalId":"x1"}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.protocol.problem import found
from acp_inspect.rules.background import MOST, identity, terminals_of
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import session_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 schema, BackgroundWork",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """An item that is listed twice, or a tool call beside the one terminal that its content names."""
    listed = at(case.held, "update", "background")
    session: Any = session_of(case.before, case.session)
    if not isinstance(listed, list) or len(listed) < 2 or case.sender is not Side.AGENT:
        return
    first: dict[tuple[str, str], int] = {}
    hits: list[Hit] = []
    for place, work in enumerate(listed):
        one = identity(work)
        if one is not None and first.setdefault(one, place) != place:
            text = f"the {one[0]} {found(one[1])} is listed twice"
            hits.append(Hit(text, pointer("params", "update", "background", place)))
    beside = session is not None and any(type_ == "terminal" for type_, _ in first)
    for (type_, name), place in first.items() if beside else ():
        terminals = terminals_of(session, name) if type_ == "tool_call" else set()
        if len(terminals) == 1 and ("terminal", *terminals) in first:
            text = f"the tool call {found(name)} is listed beside its terminal"
            hits.append(Hit(text, pointer("params", "update", "background", place), level=Level.WARNING))
    yield from hits[:MOST]
