"""The Client sets a config option that the session does not have.

## Why it matters
The Agent has nothing to set: at best it answers error -32602. Options come and go with the values of others, and those
of one session are not those of the next.

## Instead
Set only options of the last list for this session: the result of its setup, of the last setting, or the last
`config_option_update`.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
C! {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","value":"small"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-session
C! {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","type":"id","value":"small"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"code"}}
A  {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"code","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import NOTHING, SETTING, Offers
from acp_inspect.rules.settings import may_have_crossed, unknown_option
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=(SETTING,)),
    sources=(
        "v1 and v2 Session Config Options, Setting a Config Option",
        "v1 and v2 schema, SetSessionConfigOptionRequest",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """An id that is not in the last list, and not in one that the last list may have crossed with."""
    offered = case.known(Offers).sessions.get(case.session or "", NOTHING)
    if case.partial or case.sender is not Side.CLIENT or offered.options is ABSENT:
        return
    fault = unknown_option(offered.options, case.version, case.wire)
    if fault is None:
        return
    crossed = offered.before is not ABSENT and unknown_option(offered.before, case.version, case.wire) is None
    crossed = crossed and may_have_crossed(offered, case.event.at)
    doubt = " any more; the two may have crossed" if crossed else ""
    related = (offered.seq,) if offered.seq else ()
    level = Level.INFO if crossed else None
    yield Hit(fault.why + doubt, f"/params/{fault.member}", related=related, level=level)
