"""The Client uses edit predictions that the Agent did not offer, or sends document events that it did not ask for.

## Why it matters
The method is unknown to the Agent, or floods it with every change of every document. Edit predictions have left the
protocol; only Agents that still offer them understand them.

## Instead
Call `nes/…` only if the Agent's capabilities have an object `nes`, and send `document/did…` only for the events in
`nes.events.document`.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"nes/start","params":{}}
A  {"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0"},"clientCapabilities":{}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0"},"agentCapabilities":{"nes":{"events":{"document":{"didOpen":{}}}}}}}
C  {"jsonrpc":"2.0","id":1,"method":"nes/start","params":{}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"n1"}}
C  {"jsonrpc":"2.0","method":"document/didOpen","params":{"sessionId":"n1","uri":"file:///work/a","languageId":"rust","version":1,"text":""}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.capabilities import agent_is_known
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_CALLS: Final = ("nes/start", "nes/suggest", "nes/close", "nes/accept", "nes/reject")
_EVENTS: Final = ("didOpen", "didChange", "didClose", "didSave", "didFocus")


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    versions=frozenset({1}),
    stable=False,
    on=(
        On(kinds=("request", "notification"), methods=_CALLS),
        On(kinds=("notification",), methods=tuple(f"document/{event}" for event in _EVENTS)),
    ),
    sources=("RFD Next Edit Suggestions, Session lifecycle; Events", "the TypeScript SDK's frozen surface dist/nes"),
)
def check(case: Case) -> Iterator[Hit]:
    """Methods without the capability of their family, or of their event."""
    if case.sender is not Side.CLIENT or not agent_is_known(case):
        return
    family, _, event = (case.method or "").partition("/")
    path = ("nes",) if family == "nes" else ("nes", "events", "document", event)
    if not isinstance(at(case.before.agent.capabilities, *path), dict):
        where = ".".join(("agentCapabilities", *path))
        yield Hit(f"{case.method} needs {where}, which the Agent did not advertise", "/method")
