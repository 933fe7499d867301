"""A capability has the wrong type and therefore counts as not advertised.

## Why it matters
The sender means that it supports something; its peer reads that it does not, and never uses it. Some libraries read
`"yes"` or 1 as true, so it works with one peer and not with the next.

## Instead
Send an object, `{}`, where the schema has an object, and `true` or `false` where it has a boolean. In v2 all
capabilities are objects.

```acp bad
C! {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"fs":true,"session":{"notices":true}},"clientInfo":{"name":"editor","version":"1.0"}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"sessionCapabilities":{"list":true}},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true},"session":{"notices":{}}},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{"sessionCapabilities":{"list":{}}},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule

_ROOTS: Final = ("/clientCapabilities/", "/agentCapabilities/", "/capabilities/")
_MOST: Final = 50


@rule(
    level=Level.WARNING,
    side=None,
    on=On(kinds=("request", "response"), methods=("initialize",), faulty=True),
    sources=(
        "v1 and v2 schema, ClientCapabilities and AgentCapabilities",
        "v2 Migration, Support markers are objects, not booleans",
    ),
    tck=("ACP-INIT-204",),
    over=("schema/salvaged-field", "schema/skipped-item"),
)
def check(case: Case) -> Iterator[Hit]:
    """What is salvaged of the capabilities, or all of them."""
    if case.decoded is None:
        return
    base = "/result" if case.kind == "response" else "/params"
    level = Level.ERROR if case.version == 2 else Level.WARNING
    for problem in case.decoded.problems[:_MOST]:
        if problem.effect is Effect.SALVAGED and (problem.pointer + "/").startswith(_ROOTS):
            text = f"{problem.pointer[1:].replace('/', '.')} is {problem.found} instead of {problem.expected}"
            yield Hit(f"{text}; it counts as not advertised", base + problem.pointer, level=level, effect="salvaged")
