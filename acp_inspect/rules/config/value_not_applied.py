"""A setting succeeded, but the option has another value than the one that was asked for.

## Why it matters
The Client shows what the list says, so the user's choice springs back. An Agent may have good reason, as a model that is
not there for this account; then nobody says so.

## Instead
Refuse a setting that cannot be applied, with an error that says why.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"mode","value":"code"}}
A! {"jsonrpc":"2.0","id":2,"result":{"configOptions":[{"id":"mode","name":"Mode","category":"mode","type":"select","currentValue":"ask","options":[{"value":"ask","name":"Ask"},{"value":"code","name":"Code"}]}]}}
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

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.config_offers import NOTHING, SETTING, Offers
from acp_inspect.rules.options import options
from acp_inspect.rules.settings import invalid_value, unknown_option
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("response",), methods=(SETTING,)),
    sources=("v1 and v2 Session Config Options, Setting a Config Option",),
    tck=("ACP-CONFIG-002",),
)
def check(case: Case) -> Iterator[Hit]:
    """Another value after a right request, while the Client does not already ask for yet another one."""
    ask = case.step.ask
    session = case.before.held.sessions.get(case.session or "")
    if ask is None or not ask.valid or session is None:
        return
    config, wanted = at(ask.params, "configId"), at(ask.params, "value")
    if any(name == config and seq != ask.seq for seq, name in session.changing.items()):
        return
    offered = case.known(Offers).sessions.get(case.session or "", NOTHING).options
    if unknown_option(offered, case.version, ask.params) or invalid_value(offered, case.version, ask.params):
        return
    for option in options(case):
        current = at(option.value, "currentValue")
        if option.id == config and (current != wanted or type(current) is not type(wanted)):
            level = Level.WARNING if case.version == 2 else None
            message = f"{found(config)} was to be {found(wanted)}, and is {found(current)}"
            yield Hit(message, option.pointer + "/currentValue", related=(ask.seq,), level=level)
