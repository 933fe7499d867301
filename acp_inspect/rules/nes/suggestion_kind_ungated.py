"""The Agent predicts an edit of a kind that the Client did not say it can show.

## Why it matters
The Client cannot apply it, and the prediction is lost.

## Instead
Beside `edit`, answer only with the kinds in `clientCapabilities.nes`: `jump`, `rename`, `searchAndReplace`.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"nes":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"nes/start","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"n1"}}
C  {"jsonrpc":"2.0","id":2,"method":"nes/suggest","params":{"sessionId":"n1","uri":"file:///work/a","version":1,"position":{"line":0,"character":0},"triggerKind":"manual"}}
A! {"jsonrpc":"2.0","id":2,"result":{"suggestions":[{"kind":"jump","id":"p1","uri":"file:///work/b","position":{"line":3,"character":0}}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{"nes":{"jump":{}}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"nes":{}}}}
C  {"jsonrpc":"2.0","id":1,"method":"nes/start","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"n1"}}
C  {"jsonrpc":"2.0","id":2,"method":"nes/suggest","params":{"sessionId":"n1","uri":"file:///work/a","version":1,"position":{"line":0,"character":0},"triggerKind":"manual"}}
A  {"jsonrpc":"2.0","id":2,"result":{"suggestions":[{"kind":"jump","id":"p1","uri":"file:///work/b","position":{"line":3,"character":0}}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_MOST: Final = 100


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    stable=False,
    on=On(kinds=("response",), methods=("nes/suggest",)),
    sources=("RFD Next Edit Suggestions, Suggestion kinds",),
)
def check(case: Case) -> Iterator[Hit]:
    """Suggestions of a kind that is neither edit nor an object in the Client's capabilities."""
    suggestions = at(case.wire, "suggestions")
    if case.sender is not Side.AGENT or case.partial or not isinstance(suggestions, list):
        return
    for place, suggestion in enumerate(suggestions[:_MOST]):
        kind = at(suggestion, "kind")
        if not isinstance(kind, str) or kind == "edit":
            continue
        if not isinstance(at(case.before.client.capabilities, "nes", kind), dict):
            message = f"the Client did not advertise suggestions of the kind {found(kind)}"
            yield Hit(message, f"/result/suggestions/{place}/kind")
