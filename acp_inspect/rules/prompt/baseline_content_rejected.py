"""The Agent rejects a prompt as invalid that holds only what every Agent must read.

## Why it matters
Text and resource links need no capability, so a Client has nothing simpler to fall back to.

## Instead
Accept text and resource links. Where something else is wrong with the prompt, say what in the error's message.

```acp bad after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","name":"a","uri":"file:///work/a"}]}}
A! {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","name":"a","uri":"file:///work/a"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.answers import INVALID_PARAMS
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.cancel_sent import is_set_up, session_of
from acp_inspect.rules.prompt_content import BASELINE
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("session/prompt",)),
    sources=("v1 docs, Initialization, Prompt Capabilities", "v1 docs, Content"),
    pedantic=True,
    tck=("ACP-PROMPT-003",),
)
def check(case: Case) -> Iterator[Hit]:
    """-32602 for a valid prompt of baseline content in an open session."""
    ask = case.step.ask
    session: Any = session_of(case.before, case.session)
    if at(case.message, "error", "code") != INVALID_PARAMS or ask is None or not ask.valid or session is None:
        return
    # An Agent that lost the session may say so with this code.
    if at(case.message, "error", "data", "sessionId") is not ABSENT:
        return
    blocks = ask.params.get("prompt")
    if session.status != "open" or not is_set_up(session) or not isinstance(blocks, list) or not blocks:
        return
    if all(str(at(block, "type")) in BASELINE for block in blocks):
        text = f"prompt #{ask.seq} is valid and holds only text and resource links"
        yield Hit(text, pointer("error"), related=(ask.seq,))
