"""The current value of a select is none of the values that it offers.

## Why it matters
Every option must have a value that works without the user's doing. A Client that looks the current one up finds no
name to show, and shows the wrong entry, none, or fails.

## Instead
List the current value among `options`, also when it was set elsewhere, as a model that is not on offer any more.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","type":"select","currentValue":"plan","options":[{"value":"ask","name":"Ask"}]}]}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"tiny","options":[{"groupId":"all","name":"All","options":[{"value":"small","name":"Small"}]}]}]}}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
```

```acp good after v2-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"groupId":"all","name":"All","options":[{"value":"small","name":"Small"}]}]}]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.options import CARRIERS, MOST, choices, dropped_items, is_new, options
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=CARRIERS,
    sources=("v1 and v2 Session Config Options, Default Values (MUST)", "v2 schema, SessionConfigSelect.currentValue"),
    tck=("ACP-CONFIG-001", "ACP-CONFIG-204"),
)
def check(case: Case) -> Iterator[Hit]:
    """Selects whose current value is in no item, or only in items that the Client drops. Empty ones have their own rule."""
    dropped = dropped_items(case)
    for option in options(case):
        current = at(option.value, "currentValue")
        offered = list(choices(option.value))
        if option.type != "select" or not isinstance(current, str) or not offered or len(offered) >= MOST:
            continue
        if not is_new(case, option, "currentValue", "options"):
            continue
        same = [choice for choice in offered if choice.value == current]
        if all(option.pointer + choice.pointer in dropped for choice in same):
            why = "which it offers only in an item that receivers drop" if same else "which it does not offer"
            message = f"the current value of {found(option.id)} is {found(current)}, {why}"
            yield Hit(message, option.pointer + "/currentValue")
