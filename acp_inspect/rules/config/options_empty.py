"""A select offers no value at all.

## Why it matters
There is nothing to choose, and no current value can be right. Receivers drop an option whose list is empty, so the user
never sees it.

## Instead
Offer at least one value, or leave the option out. v1 asks for no more than a list.

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[]}]}}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.options import CARRIERS, MOST, choices, id_name, list_of, list_pointer
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=CARRIERS,
    sources=("v2 schema, SessionConfigSelect.options (MUST, minItems)",),
    over=("config/option-malformed", "schema/salvaged-field", "update/salvaged-known"),
)
def check(case: Case) -> Iterator[Hit]:
    """Selects whose list is empty, or has only groups that are."""
    if case.partial and case.after.version is None:
        return
    for place, option in enumerate((list_of(case) or [])[:MOST]):
        listed = at(option, "options")
        if at(option, "type") != "select" or not isinstance(listed, list):
            continue
        if not listed or (all(_is_empty_group(item) for item in listed[:MOST]) and not any(choices(option))):
            effect = None if listed else "dropped"
            name = at(option, id_name(2))
            called = f" {found(name)}" if isinstance(name, str) else ""
            yield Hit(f"the select{called} offers no value", f"{list_pointer(case)}/{place}/options", effect=effect)


def _is_empty_group(item: Json) -> bool:
    return bool(at(item, "options") == [])
