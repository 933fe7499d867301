"""The Agent reports the end of work that it never reported as running.

## Why it matters
The Client does not know that the Agent works: it shows no progress, and offers nothing to stop it.

## Instead
Send a `state_update` with `running` when the work that a prompt starts begins, before its output.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"m1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","messageId":"a1","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.prompt_inserted import Inserted, is_live
from acp_inspect.rules.memory.state_runs import Run, Runs
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("notification",), updates=("state_update",)),
    sources=("v2 docs, Prompt Lifecycle, Session States", "v2 schema, StateUpdate"),
    tck=("ACP-STATE-201",),
)
def check(case: Case) -> Iterator[Hit]:
    """An idle with a stop reason, after a prompt was accepted in rest, with no report of work in between."""
    update = at(case.held, "update")
    if at(update, "state") != "idle" or not isinstance(at(update, "stopReason"), str) or case.sender is not Side.AGENT:
        return
    run = case.known(Runs).sessions.get(case.session or "", Run())
    if run.began or case.partial or not is_live(case.before, case.session):
        return
    # Whatever was accepted before the last idle is no longer among the prompts.
    accepted = [
        one.answered for one in case.known(Inserted).of(case.session) if one.accepted and one.answered > run.ended
    ]
    if accepted:
        text = f"the work of a prompt (accepted at #{accepted[0]}) ends, but was never reported as running"
        yield Hit(text, pointer("params", "update"), related=(accepted[0],))
