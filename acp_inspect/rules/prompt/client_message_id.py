"""The Client gives its prompt a message id.

## Why it matters
The Agent makes the ids of all messages. It passes over the Client's, so a Client that looks for its own id among the
updates waits in vain.

## Instead
Leave it out, and take the id from the prompt's result.

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","messageId":"mine","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
```

```acp good after v2-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"messageId":"m1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import Basis
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.WARNING,
    side=Side.CLIENT,
    versions=frozenset({2}),
    on=On(kinds=("request",), methods=("session/prompt",)),
    sources=("RFD Message ID, Who generates message IDs",),
)
def check(case: Case) -> Iterator[Hit]:
    """A messageId in a prompt."""
    if (
        case.sender is Side.CLIENT
        and case.after.basis is not Basis.ASSUMED
        and at(case.wire, "messageId") is not ABSENT
    ):
        yield Hit("the Agent makes the message ids", pointer("params", "messageId"))
