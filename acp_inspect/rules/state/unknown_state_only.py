"""The Agent reports the work of a prompt only in states that v2 does not know.

## Why it matters
Clients show an unknown state as busy, in a general way. Without the known ones they never learn that the work is over.

## Instead
Report `running`, `requires_action` and `idle` as always; states of your own, which begin with `_`, may come in between.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"_thinking"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"_done"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"_thinking"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.prompt_inserted import Inserted
from acp_inspect.rules.memory.state_runs import Run, Runs
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=(On(kinds=("request",), methods=("session/prompt",)), On(kinds=("end",))),
    sources=("v2 schema, StateUpdate, other states",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """Since a prompt was accepted only unknown states came, until the next prompt or the end of the recording."""
    runs = case.known(Runs).sessions
    if case.kind == "end":
        for session, run in runs.items():
            yield from _hits(case, session, run)
    elif case.session in runs and case.session is not None:
        yield from _hits(case, case.session, runs[case.session])


def _hits(case: Case, session: str, run: Run) -> Iterator[Hit]:
    if run.began or not run.strange:
        return
    accepted = [one.answered for one in case.known(Inserted).of(session) if one.accepted and one.answered < run.strange]
    if accepted:
        text = f"since the prompt was accepted (#{accepted[-1]}), no state that v2 knows was reported"
        yield Hit(text, seq=run.strange, related=(accepted[-1],), session=session)
