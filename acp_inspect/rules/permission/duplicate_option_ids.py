"""Two options of a permission request have the same id.

## Why it matters
The answer is the id alone. The Agent cannot tell which of the two the user chose: to allow, perhaps, or to reject.

## Instead
Give each option of a request an id of its own. Several options of one kind are fine.

```acp bad after v1-prompt
A! {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"a","name":"Yes","kind":"allow_once"},{"optionId":"a","name":"No","kind":"reject_once"}]}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","id":7,"method":"session/request_permission","params":{"sessionId":"s1","toolCall":{"toolCallId":"t1","title":"Delete a"},"options":[{"optionId":"a","name":"Yes","kind":"allow_once"},{"optionId":"b","name":"Yes, in this folder","kind":"allow_once"}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_MOST: Final = 20


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=("session/request_permission",)),
    sources=(
        "v1 docs, Tool Calls, Permission Options",
        "v1 schema, PermissionOption/optionId",
        "v2 schema, PermissionOption/optionId",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """An option whose id an earlier one of the request has."""
    options = at(case.wire, "options")
    if case.sender is not Side.AGENT or not isinstance(options, list):
        return
    first: dict[str, int] = {}
    hits = 0
    for place, option in enumerate(options):
        name = at(option, "optionId")
        if not isinstance(name, str):
            continue
        if name in first and hits < _MOST:
            hits += 1
            text = f"options {first[name]} and {place} both have the id {found(name)}"
            yield Hit(text, pointer("params", "options", place, "optionId"))
        first.setdefault(name, place)
