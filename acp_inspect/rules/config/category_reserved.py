"""A config option has a category that ACP does not know and that is not marked as the Agent's own.

## Why it matters
Clients choose icon, place and keyboard shortcut by the category; this one says nothing to them. All names without an
underscore are kept for ACP, so a later version may give this one another meaning.

## Instead
Use `mode`, `model`, `model_config` or `thought_level`, begin your own names with `_`, or leave the category out.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"tone","name":"Tone","category":"personality","type":"select","currentValue":"dry","options":[{"value":"dry","name":"Dry"}]}]}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"tone","name":"Tone","category":"_personality","type":"select","currentValue":"dry","options":[{"value":"dry","name":"Dry"}]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.options import CARRIERS, is_new, options
from acp_inspect.rules.spelling import nearest
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=CARRIERS,
    sources=("v1 and v2 Session Config Options, Option Categories", "v1 and v2 schema, SessionConfigOptionCategory"),
)
def check(case: Case) -> Iterator[Hit]:
    """Categories outside of the list. v2 opens nearly every list, so there only misspelled ones are warned of."""
    values = case.after.surface.schema.values("SessionConfigOptionCategory")
    known = frozenset() if values is None else values.known
    for option in options(case):
        category = at(option.value, "category")
        if not isinstance(category, str) or category in known or category.startswith("_"):
            continue
        if not is_new(case, option, "category"):
            continue
        meant = nearest(category, ", ".join(f'"{name}"' for name in sorted(map(str, known))))
        hint = "" if meant is None else f"; was {meant} meant?"
        level = Level.INFO if case.version == 2 and meant is None else None
        yield Hit(f"{found(category)} is no category of ACP{hint}", option.pointer + "/category", level=level)
