"""The Agent ends while it still owes answers or is in the middle of work.

## Why it matters
Nobody answers those requests any more. A Client without a watch on the process waits for ever; one with a watch can
only tell the user that the Agent is gone.

## Instead
Answer what is open, with an error if need be, and report the end of the work before the process ends. Wait for the
Client to close stdin.

```acp bad after v1-prompt
=! {"control":"exited","code":101,"signal":null}
```

```acp bad after v2-turn
=! {"control":"exited","code":1,"signal":null}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
=  {"control":"exited","code":0,"signal":null}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.batch_arrays import Arrays
from acp_inspect.rules.memory.stdio_seen import StdioSeen
from acp_inspect.wire.control import Exited
from acp_inspect.wire.rpc import Side

_BY_SOMEBODY: Final = frozenset({1, 2, 15})
"""Signals by which one process asks another to end: HUP, INT, TERM."""
_MOST_NAMED: Final = 5


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("exited", "end")),
    sources=("v1 and v2 Transports, stdio", "JSON-RPC 2.0, section 5"),
)
def check(case: Case) -> Iterator[Hit]:
    """Open requests of the Client, or a session at work, when the Agent ended; info where the Client ended it."""
    now = case.after
    ended = now.agent_ended
    seen = case.known(StdioSeen)
    if ended is None or (case.kind == "end" and seen.exited):
        return
    refused = case.known(Arrays).calls
    owed = [
        asked
        for asked in now.exchanges.pending()
        if asked.owner is Side.AGENT and asked.seq not in refused and asked.seq > seen.exited
    ]
    busy = _busy(case)
    if not owed and not busy:
        return
    body = case.event.body
    asked_to = seen.signalled or (isinstance(body, Exited) and body.signal in _BY_SOMEBODY)
    by_client = asked_to or (now.client_ended is not None and now.client_ended < ended)
    what = [f"{asked.method} (id {asked.id.text}, #{asked.seq})" for asked in owed[:_MOST_NAMED]]
    what += [f"and {len(owed) - _MOST_NAMED} more"] * (len(owed) > _MOST_NAMED)
    what += [f"session {session} at work" for session in busy[: 0 if owed else _MOST_NAMED]]
    yield Hit(
        f"{now.closed or 'the Agent ended'}; open: {', '.join(what)}"[:500],
        seq=ended if case.kind == "end" else None,
        related=tuple(asked.seq for asked in owed[:_MOST_NAMED]),
        level=Level.INFO if by_client else Level.WARNING,
    )


def _busy(case: Case) -> list[str]:
    """The v2 sessions whose work has no end. v1's are those whose prompt is open."""
    if case.version != 2:
        return []
    sessions = case.after.held.sessions.items()
    return sorted(name for name, session in sessions if session.activity.state in ("running", "requires_action"))
