"""The Client says that it does not know permission requests.

## Why it matters
Asking for permission is part of what every Client handles. An Agent that may not ask can only do nothing, or everything.

## Instead
Handle `session/request_permission`; a Client that has no user to ask answers with an option it chooses.

```acp bad after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C! {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"},{"optionId":"n","name":"No","kind":"reject_once"}]}}
C  {"jsonrpc":"2.0","id":7,"result":{"outcome":{"outcome":"selected","optionId":"n"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.answers import METHOD_NOT_FOUND
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("session/request_permission",)),
    sources=("v1 docs, Overview, Client, Baseline Methods",),
    over=("init/advertised-but-unimplemented",),
)
def check(case: Case) -> Iterator[Hit]:
    """Error -32601 to a permission request."""
    if case.sender is Side.CLIENT and at(case.message, "error", "code") == METHOD_NOT_FOUND:
        asked = () if case.event.answers is None else (case.event.answers,)
        yield Hit("every Client handles session/request_permission", pointer("error", "code"), related=asked)
