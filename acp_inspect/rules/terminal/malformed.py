"""An update of a terminal lacks its id or its data, or has output, size or exit status that cannot be read.

## Why it matters
Without id or data the whole update is dropped. Of the others only the member goes: the old output stays, or the
terminal goes on to run for the Client. Nobody is told.

## Instead
`terminalId` and a chunk's `data` are strings, `output` is an object with `data`, `exitStatus` an object, even an empty
one, and `size` has whole `cols` and `rows` from 1 to 65535.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","command":"ls"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"ls","output":"hi"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","size":{"cols":0,"rows":24}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","output":"aGk="}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","exitStatus":0}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","command":"ls","output":{"data":"aGk="},"size":{"cols":80,"rows":24}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_output_chunk","terminalId":"x1","data":"aGk="}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"terminal_update","terminalId":"x1","exitStatus":{}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, dotted, faults, hit, reaches
from acp_inspect.wire.rpc import Side

_SALVAGED: Final = ("output", "exitStatus", "size")


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("terminal_update", "terminal_output_chunk"), faulty=True),
    sources=(
        "v2 docs, Tool Calls, Display-only Terminals",
        "v2 schema, TerminalUpdate, TerminalOutputChunk, TerminalSize",
    ),
    over=("update/malformed-known", "update/salvaged-known"),
)
def check(case: Case) -> Iterator[Hit]:
    """A fault that loses the update, or one of the members whose loss shows."""
    for problem in faults(case, Effect.LOST):
        if problem.pointer in ("/update/terminalId", "/update/data"):
            yield hit(case, problem, f"drops the {case.update}, and nobody is told")
    for reach, problems in reaches(case, Effect.SALVAGED):
        if reach.startswith("/update/") and reach.split("/")[2] in _SALVAGED:
            text = f"reads {dotted(body(case) + reach)} as omitted"
            yield hit(case, problems[0], text)._replace(level=Level.WARNING)
