"""`initialize` comes a second time, when it may not.

## Why it matters
v1 has it called once: which capabilities count afterwards is not defined. v2 lets it be repeated until the first other
request, one at a time, and for the version that was agreed.

## Instead
Call it once and keep what it told. To begin anew, start a new connection.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
```

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"client","version":"1.0"},"capabilities":{}}}
A  {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{"session":{}}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import version_of
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Dialect, Hit, Level, On, rule
from acp_inspect.rules.memory.init_story import InitStory
from acp_inspect.wire.rpc import Request, Response, Side


@rule(
    level=Level.ERROR,
    side=None,
    on=On(kinds=("request", "response"), methods=("initialize",)),
    sources=("v1 schema, InitializeRequest", "v2 schema, the method initialize"),
    dialects=frozenset({Dialect.NOVEMBER, Dialect.POST}),
)
def check(case: Case) -> Iterator[Hit]:
    """A second one while the first waits, one after it was done, or an answer with another version. A new attempt
    after an error is right."""
    known = case.known(InitStory)
    body = case.event.body
    agreed = case.before.version
    if case.event.part is not None:
        return
    if isinstance(body, Request) and case.sender is Side.CLIENT:
        if known.pending:
            level = Level.WARNING if case.version == 1 else Level.ERROR
            yield Hit("a second initialize before the first was answered", level=level)
        elif known.done and (agreed is None or agreed < 2):
            yield Hit("initialize was called and answered before", level=Level.WARNING)
        elif known.done and agreed is not None:
            asked = version_of(body.params)
            if asked is None or asked < agreed:
                yield Hit(f"asks for version {asked} after {agreed} was agreed", "/params/protocolVersion")
            elif known.others:
                yield Hit("initialize after other requests")
    elif isinstance(body, Response) and case.sender is Side.AGENT and known.done:
        answered = version_of(body.result)
        if agreed is not None and agreed >= 2 and answered is not None and answered != agreed:
            yield Hit(f"answers version {answered} after {agreed} was agreed", "/result/protocolVersion")
