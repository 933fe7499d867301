"""The Client cancelled a turn, and the Agent never answers its prompt.

## Why it matters
The Client cannot tell a turn that stopped from one that hangs, and cannot send the next prompt.

## Instead
Answer the prompt of a cancelled turn with stop reason `cancelled`.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"x"}}}}
=  {"control":"exited","code":0,"signal":null}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
C  {"jsonrpc":"2.0","method":"session/cancel","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"cancelled"}}
=  {"control":"exited","code":0,"signal":null}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case
from acp_inspect.rules.crossing import LONG, elapsed
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_endings import Ending
from acp_inspect.rules.memory.cancel_sent import CancelSent, Sent, session_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("end",)),
    sources=("v1 docs, Prompt Turn, Cancellation",),
    over=("cancel/request-unanswered",),
)
def check(case: Case) -> Iterator[Hit]:
    """Prompts of cancelled turns that are open when the connection has ended."""
    ending = case.known(Ending)
    if not ending.over or case.after.gaps:
        return
    for session_id, sent in case.known(CancelSent).waiting.items():
        session: Any = session_of(case.before, session_id)
        if session is None or sent.method != "session/cancel":
            continue
        for prompt in sorted(session.turns):
            if prompt < sent.seq:
                level, why = _weighed(ending, sent)
                text = f"session/cancel was sent (#{sent.seq}), but the prompt has no answer{why}"
                yield Hit(text, seq=prompt, level=level, related=(sent.seq,), session=session_id)


def _weighed(ending: Ending, sent: Sent) -> tuple[Level, str]:
    time = elapsed(sent.at, ending.client_at)
    if ending.by_client and not sent.heard and (time is None or time < LONG):
        return Level.INFO, "; the Client left at once"
    if ending.failed:
        return Level.WARNING, "; the agent's process failed"
    return Level.ERROR, ""
