"""A message that must bring the list of config options does not.

## Why it matters
The Client cannot read the update or the answer: the call fails, although the option may have been set, and what is shown
stays as it was. Peers that answer `{}` and send the list as an update only leave the caller with an error.

## Instead
Answer `session/set_config_option`, and send `config_option_update`, always with all options of the session in
`configOptions`.

```acp bad after v2-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work"}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1","configOptions":[{"configId":"model","name":"Model","type":"select","currentValue":"small","options":[{"value":"small","name":"Small"},{"value":"large","name":"Large"}]}]}}
C  {"jsonrpc":"2.0","id":2,"method":"session/set_config_option","params":{"sessionId":"s1","configId":"model","type":"id","value":"large"}}
A! {"jsonrpc":"2.0","id":2,"result":{}}
```

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"config_option_update"}}}
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

from acp_inspect.protocol.problem import Effect
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import body, faults, words
from acp_inspect.rules.memory.config_offers import SETTING
from acp_inspect.rules.options import list_pointer
from acp_inspect.wire.rpc import ABSENT, Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=(
        On(kinds=("response",), methods=(SETTING,), faulty=True),
        On(kinds=("notification",), updates=("config_option_update",), faulty=True),
    ),
    sources=(
        "v1 and v2 Session Config Options, Setting a Config Option (MUST)",
        "v1 and v2 schema, SetSessionConfigOptionResponse and ConfigOptionUpdate",
    ),
    over=("schema/response-result", "schema/salvaged-field", "update/malformed-known", "update/salvaged-known"),
)
def check(case: Case) -> Iterator[Hit]:
    """A list that is not there, or is none. v1's Clients read another value as an empty list."""
    if case.wire is ABSENT:
        return
    base = list_pointer(case)
    for problem in faults(case, Effect.LOST, Effect.SALVAGED):
        pointer = body(case) + problem.pointer
        if pointer == base or (pointer == "/result" and problem.effect is Effect.LOST):
            lost = problem.effect is Effect.LOST
            price = "cannot read the message" if lost else "reads it as an empty list"
            level = None if lost else Level.WARNING
            yield Hit(
                f"{words(problem, pointer)}; the Client {price}", pointer, level=level, effect=problem.effect.value
            )
