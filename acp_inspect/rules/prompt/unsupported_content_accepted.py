"""The Agent accepts a prompt with content that it did not say it can read.

## Why it matters
Either the content is passed over, and the user believes that it was read, or the Agent can do more than it advertises,
and no Client will make use of it.

## Instead
Reject such a prompt with error -32602, or advertise what the Agent reads in `capabilities.session.prompt`.

```acp bad after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"audio","mimeType":"audio/wav","data":"UklGRg=="}]}}
A! {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
```

```acp good after v2-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"audio","mimeType":"audio/wav","data":"UklGRg=="}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.prompt_content import BASELINE, advertises, capability_of
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("session/prompt",)),
    sources=("v2 schema, ContentBlock",),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """Success for a prompt with a block that needs a capability the Agent lacks, or of a type nobody knows."""
    ask = case.step.ask
    if not isinstance(case.held, dict) or ask is None or case.partial or case.before.state != "ready":
        return
    blocks = ask.params.get("prompt")
    for block in blocks if isinstance(blocks, list) else ():
        type_ = at(block, "type")
        capability = capability_of(type_)
        if (
            isinstance(type_, str)
            and type_ not in BASELINE
            and (capability is None or not advertises(case.before, capability))
        ):
            yield Hit(
                f"prompt #{ask.seq} has a block of type {type_!r}, which the Agent did not advertise",
                related=(ask.seq,),
            )
            return
