"""The list of config options after a setting, or in an update, leaves out options that the session has.

## Why it matters
Each list replaces the one before it. What is left out is gone for the Client, which takes the control away from the
user.

## Instead
Send all options of the session, with their current values, not only the changed one. An option may go away because of
the setting, as the depth of thinking does with a model that cannot think.

```acp bad after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]},{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"code"}}
A! {"jsonrpc":"2.0","id":2,"result":{"configOptions":[]}}
```

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]},{"configId":"fast","name":"Fast","type":"boolean","currentValue":false},{"configId":"deep","name":"Deep","type":"boolean","currentValue":false}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","type":"id","value":"large"}}
A! {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"large","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]},{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"code"}}
A  {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]},{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import NOTHING, SETTING, Offers
from acp_inspect.rules.options import ids, list_of, list_pointer
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=(
        On(kinds=("response",), methods=(SETTING,)),
        On(kinds=("notification",), updates=("config_option_update",)),
    ),
    sources=("v1 and v2 Session Config Options, Setting a Config Option (MUST)",),
    tck=("ACP-CONFIG-002", "ACP-CONFIG-202", "ACP-CONFIG-206"),
)
def check(case: Case) -> Iterator[Hit]:
    """Lists that are empty or lack the option just set; with only that one left of three, an error by v2's schema."""
    listed = list_of(case)
    offered = case.known(Offers).sessions.get(case.session or "", NOTHING)
    had = ids(offered.options, case.version)
    if listed is None or not had:
        return
    has = set(ids(listed, case.version))
    ask = case.step.ask
    one = at(ask.params, "configId") if ask is not None else None
    message, level = "", Level.WARNING
    if not listed:
        message = f"no option is left of {len(had)}"
    elif one in had and one not in has:
        message = f"the option {found(one)}, which was just set, is missing"
    elif one in had and has == {one} and len(had) > 1:
        message = f"only the option that was just set is left of {len(had)}"
        level = Level.ERROR if case.version == 2 and len(had) > 2 else Level.WARNING
    elif missing := [name for name in had if name not in has]:
        message = f"{found(missing[0])} is missing, and {len(missing) - 1} more" if missing[1:] else ""
        message = message or f"{found(missing[0])} is missing, which may be rightly so"
        level = Level.INFO
    if message:
        yield Hit(
            f"{message}; the Client takes the list for all there is",
            list_pointer(case),
            related=(offered.seq,),
            level=level,
        )
