"""The Agent accepted a prompt, but does not report the message it became, or reports it under another id.

## Why it matters
A v2 Client shows the user's message where the Agent says it inserted it. Without the report the user's own words are
missing; under another id the Client cannot tell that they are its own, and shows them twice or waits.

## Instead
Send `user_message` or `user_message_chunk` with the id that the prompt's result gives, before or after the result, but
no later than the end of the work.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"user_message","messageId":"x1","content":[{"type":"text","text":"Hi"}]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"running"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"state_update","state":"idle","stopReason":"end_turn"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_endings import Ending
from acp_inspect.rules.memory.prompt_inserted import Inserted, Prompted, is_due, is_live
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=(
        On(kinds=("notification",), updates=("state_update",)),
        On(kinds=("response",), methods=("session/close",)),
        On(kinds=("end",)),
    ),
    sources=("v2 docs, Prompt Lifecycle, 2. Prompt Accepted", "v2 schema, PromptResponse/messageId"),
    tck=("ACP-PROMPT-203",),
)
def check(case: Case) -> Iterator[Hit]:
    """A prompt whose message did not come by the end of its work, of its session, or of the connection."""
    known = case.known(Inserted)
    if case.after.gaps:
        return
    if case.kind == "end":
        ending = case.known(Ending)
        if ending.agent and not ending.failed and not ending.by_client:
            for session, all_prompted in known.sessions.items():
                for prompted in all_prompted:
                    # Work must have gone on since, or the Agent may just have had no time.
                    if prompted.accepted and (prompted.echoed or prompted.deferred) and _missing(prompted):
                        yield _hit(prompted, ending.agent, session)
        return
    session_id = case.session
    if session_id is None:
        return
    if case.kind == "response":
        due = [prompted for prompted in known.of(session_id) if prompted.accepted and case.event.outcome is Outcome.OK]
    elif at(case.held, "update", "state") == "idle" and is_live(case.before, session_id):
        due = [prompted for prompted in known.of(session_id) if is_due(prompted, case)]
    else:
        return
    for prompted in due:
        if _missing(prompted):
            yield _hit(prompted, case.seq, session_id)


def _missing(prompted: Prompted) -> bool:
    # By the older snapshot of v2 the result has no id; then any new message will do.
    return not prompted.any_new if prompted.message is None else not prompted.seen


def _hit(prompted: Prompted, ended: int, session: str) -> Hit:
    if prompted.message is not None and prompted.echo is not None and prompted.echoed:
        text = f"the message is {prompted.echo!r}, but prompt #{prompted.seq} was answered with {prompted.message!r}"
        related = (prompted.seq, prompted.answered)
        return Hit(text, "/params/update/messageId", seq=prompted.echoed, related=related, session=session)
    what = "no new user message" if prompted.message is None else f"no user message {prompted.message!r}"
    text = f"prompt #{prompted.seq} was accepted, but {what} came"
    return Hit(text, seq=ended, related=(prompted.seq, prompted.answered), session=session)
