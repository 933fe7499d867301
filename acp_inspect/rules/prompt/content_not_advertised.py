"""The Client puts content into a prompt that the Agent did not say it can read.

## Why it matters
Only text and resource links are understood everywhere. An Agent that cannot read images, audio or embedded resources
refuses the prompt, ignores the block, or hangs.

## Instead
Send a block of type `image`, `audio` or `resource` only if the Agent's `initialize` result advertises it: in v1 with
`agentCapabilities.promptCapabilities.image`, `.audio` or `.embeddedContext` being true, in v2 with the object
`capabilities.session.prompt.image`, `.audio` or `.embeddedContext`. Otherwise send a link, or text. What the Agent
sends in its own updates is not restricted.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}}
```

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource","resource":{"uri":"file:///work/a.txt","text":"a"}}]}}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgo="}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"resource_link","name":"a.txt","uri":"file:///work/a.txt"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.prompt_content import advertises, capability_of
from acp_inspect.wire.rpc import Side

_WHERE: Final = {1: "agentCapabilities.promptCapabilities", 2: "capabilities.session.prompt"}


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=("session/prompt",)),
    sources=(
        "v1 docs, Initialization, Prompt Capabilities",
        "v1 docs, Prompt Turn, 1. User Message",
        "v2 docs, Initialization, Session Prompt Capabilities",
        "v2 docs, Prompt Lifecycle, 1. User Message",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """The first block of each type that was not advertised."""
    prompt = at(case.held, "prompt")
    if case.sender is not Side.CLIENT or case.partial or case.before.state != "ready" or not isinstance(prompt, list):
        return
    reported: set[str] = set()
    for place, block in enumerate(prompt):
        type_ = at(block, "type")
        capability = capability_of(type_)
        if isinstance(type_, str) and capability is not None and type_ not in reported:
            reported.add(type_)
            if not advertises(case.before, capability):
                where = f"{_WHERE[case.version]}.{capability}"
                yield Hit(
                    f"a block of type {type_!r}, but the Agent did not advertise {where}",
                    pointer("params", "prompt", place),
                )
