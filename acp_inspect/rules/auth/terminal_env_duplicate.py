"""A login in a terminal sets the same environment variable twice.

## Why it matters
Which value counts depends on the Client, so the login works in one editor and not in the next.

## Instead
Name each variable once in `env`.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{"auth":{"terminal":{}}}}}
A! {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{},"authMethods":[{"methodId":"tty","type":"terminal","name":"Terminal","env":[{"name":"MODE","value":"login"},{"name":"MODE","value":"sso"}]}]}}
```

```acp good
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":2,"info":{"name":"editor","version":"1.0"},"capabilities":{"auth":{"terminal":{}}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"info":{"name":"agent","version":"1.0"},"capabilities":{},"authMethods":[{"methodId":"tty","type":"terminal","name":"Terminal","env":[{"name":"MODE","value":"sso"}]}]}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.options import MOST
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({2}),
    on=On(kinds=("response",), methods=("initialize",)),
    sources=("v2 Authentication, Terminal authentication (MUST)", "v2 schema, AuthMethodTerminal.env"),
    tck=("ACP-AUTH-207",),
)
def check(case: Case) -> Iterator[Hit]:
    """The second entry of a name. In v1 `env` is a map and cannot have one."""
    methods = at(case.wire, "authMethods")
    if case.sender is not Side.AGENT or not isinstance(methods, list) or not succeeded(case):
        return
    for place, method in enumerate(methods[:MOST]):
        env = at(method, "env")
        if at(method, "type") != "terminal" or not isinstance(env, list):
            continue
        seen: set[str] = set()
        for number, variable in enumerate(env[:MOST]):
            name = at(variable, "name")
            if isinstance(name, str) and name in seen:
                yield Hit(f"{found(name)} is set twice", f"/result/authMethods/{place}/env/{number}/name")
            elif isinstance(name, str):
                seen.add(name)
