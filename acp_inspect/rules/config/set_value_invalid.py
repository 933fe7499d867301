"""The Client sets a config option to a value that it does not offer, or with the wrong type.

## Why it matters
The Agent refuses it, or sets something else. A text `"true"` without its type counts as the name of a value in v1, and
no decoder complains.

## Instead
Set a select to one of its values, those in groups included, with `type` `id` (v1: or without a type). Set an option that
is true or false to `true` or `false`, with `type` `boolean`. In v2 `type` is never left out.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
C! {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"plan"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}
C! {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"fast","value":"true"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
C! {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","value":"large"}}
A  {"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"Invalid params"}}
```

```acp good after v1-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":false}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"fast","type":"boolean","value":true}}
A  {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"id":"fast","name":"Fast","type":"boolean","currentValue":true}]}}
```

```acp good after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","type":"id","value":"large"}}
A  {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"large","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import NOTHING, SETTING, Offers
from acp_inspect.rules.settings import invalid_value, may_have_crossed
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=(SETTING,)),
    sources=(
        "v1 Session Config Options, From the Client (must)",
        "v2 Session Config Options, Setting a Config Option",
        "v1 and v2 schema, SetSessionConfigOptionRequest",
    ),
    over=("schema/request-params", "ext/open-value"),
)
def check(case: Case) -> Iterator[Hit]:
    """A value or type that goes with the option neither in the last list nor in one that may have crossed."""
    if case.partial or case.sender is not Side.CLIENT:
        return
    offered = case.known(Offers).sessions.get(case.session or "", NOTHING)
    fault = invalid_value(offered.options, case.version, case.wire)
    if fault is None:
        return
    crossed = offered.before is not ABSENT and invalid_value(offered.before, case.version, case.wire) is None
    crossed = crossed and may_have_crossed(offered, case.event.at)
    doubt = " any more; the two may have crossed" if crossed else ""
    related = (offered.seq,) if offered.seq else ()
    level = Level.INFO if crossed else None
    yield Hit(fault.why + doubt, f"/params/{fault.member}", related=related, level=level)
