"""Two config options have the same id, or two values of one option are the same.

## Why it matters
The Client sets an option by its id to a value: with two of them nobody can tell which one is meant, and the Client may
show only the last.

## Instead
Give each option of a session an id of its own, each value within an option, groups included, and each group.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]},{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"a","options":[{"value":"a","name":"A"},{"value":"a","name":"B"}]}]}}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.options import CARRIERS, MOST, Option, choices, id_name, ids, is_new, listed_before, options
from acp_inspect.wire.rpc import Side

_GROUP: Final = {1: "group", 2: "groupId"}


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=CARRIERS,
    sources=(
        "v1 Session Config Options, ConfigOption (unique identifier)",
        "v2 schema, SessionConfigOption.configId; SessionConfigSelect.options (MUST); SessionConfigSelectGroup.groupId",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """The second one of each pair. v1 only calls values unique, without a key word."""
    seen: set[str] = set()
    name = id_name(case.version)
    before = ids(listed_before(case), case.version)
    for option in options(case):
        if option.id in seen and before.count(option.id) < 2:
            yield Hit(f"a second option with the id {found(option.id)}", f"{option.pointer}/{name}")
        seen.add(option.id)
        inside = list(_inside(case, option)) if option.type == "select" else []
        if inside and is_new(case, option, "options"):
            yield from inside


def _inside(case: Case, option: Option) -> Iterator[Hit]:
    values: set[str] = set()
    for choice in choices(option.value):
        if choice.value in values:
            level = Level.WARNING if case.version == 1 else None
            message = f"{found(option.id)} offers the value {found(choice.value)} twice"
            yield Hit(message, f"{option.pointer}{choice.pointer}/value", level=level)
        values.add(choice.value)
    groups: set[str] = set()
    name = _GROUP[case.version]
    listed = at(option.value, "options")
    for place, group in enumerate(listed[:MOST] if isinstance(listed, list) else ()):
        key = at(group, name)
        if not isinstance(key, str):
            continue
        if key in groups:
            message = f"{found(option.id)} has a second group {found(key)}"
            yield Hit(message, f"{option.pointer}/options/{place}/{name}", level=Level.WARNING)
        groups.add(key)
