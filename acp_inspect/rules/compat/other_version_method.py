"""A method of v1 is used on a connection of v2.

## Why it matters
v2 has no such method; its peers answer "method not found". Files and terminals belong to the Agent there, modes are
config options, and `session/resume` does what `session/load` did.

## Instead
After `initialize`, both sides speak the version that was answered: `session/resume` with `replayFrom`, the config option
of category `mode`, `auth/login` and `auth/logout`; files and terminals are reported, not asked for.

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":5,"method":"session/set_mode","params":{"sessionId":"s1","modeId":"plan"}}
A  {"jsonrpc":"2.0","id":5,"error":{"code":-32601,"message":"Method not found"}}
A! {"jsonrpc":"2.0","id":1,"method":"fs/read_text_file","params":{"sessionId":"s1","path":"/work/a"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":5,"method":"session/resume","params":{"sessionId":"s2","cwd":"/work","replayFrom":{"type":"start"}}}
A  {"jsonrpc":"2.0","id":5,"error":{"code":-32002,"message":"No such session","data":{"sessionId":"s2"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule

_INSTEAD: Final = {
    "session/load": "session/resume with replayFrom takes its place",
    "session/set_mode": "a config option of category mode takes its place",
    "authenticate": "auth/login takes its place",
    "logout": "auth/logout takes its place",
    "fs/read_text_file": "the Agent reads files itself",
    "fs/write_text_file": "the Agent writes files itself",
}


@rule(
    level=Level.ERROR,
    side=None,
    versions=frozenset({2}),
    on=On(kinds=("request", "notification"), odd=True),
    sources=("v2 Migration",),
    over=("ext/unknown-method",),
)
def check(case: Case) -> Iterable[Hit]:
    """A method that v1 has for one of the sides, and v2 for none."""
    if case.step.definition is not None or case.after.basis is not Basis.ANSWERED or case.event.part is not None:
        return ()
    method = case.method or ""
    old, new = case.after.surfaces
    if not any(method in known for side in (old.agent, old.client) for known in side):
        return ()
    if any(method in known for side in (new.agent, new.client) for known in side):
        return ()
    instead = _INSTEAD.get(method, "the Agent runs commands itself and reports them as terminal_update")
    return (Hit(f"{method} is v1's; {instead}", "/method", effect="lost"),)
