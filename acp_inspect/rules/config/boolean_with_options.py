"""A config option that is true or false has a list of values, too.

## Why it matters
There is nothing to choose from but true and false. Clients pass over the list; somebody meant a select.

## Instead
Leave `options` out, or make the type `select`.

```acp bad after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false,"options":[]}]}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.options import CARRIERS, is_new, options
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=CARRIERS,
    sources=("v1 Session Config Options, ConfigOption", "v1 and v2 schema, SessionConfigBoolean"),
    over=("ext/custom-root-field",),
)
def check(case: Case) -> Iterator[Hit]:
    """The member `options` of such an option."""
    for option in options(case):
        if option.type == "boolean" and "options" in option.value and is_new(case, option, "options"):
            yield Hit("an option of type boolean has no options; receivers pass over them", option.pointer + "/options")
