"""The Agent uses a terminal of a Client that did not offer one.

## Why it matters
A Client need not have terminals. One that has none answers error -32601, and the command does not run.

## Instead
Use `terminal/*` only if the Client's `initialize` has `terminal` as `true`. Otherwise run commands in the Agent.

```acp bad after v1-session
A! {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"error":{"code":-32601,"message":"Method not found"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"terminal/create","params":{"sessionId":"s1","command":"make"}}
C  {"jsonrpc":"2.0","id":7,"result":{"terminalId":"x1"}}
A  {"jsonrpc":"2.0","id":8,"method":"terminal/release","params":{"sessionId":"s1","terminalId":"x1"}}
C  {"jsonrpc":"2.0","id":8,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import client_advertises, client_is_known
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(
        kinds=("request",),
        methods=("terminal/create", "terminal/output", "terminal/wait_for_exit", "terminal/kill", "terminal/release"),
    ),
    sources=("v1 docs, Terminals, Checking Support (MUST NOT)",),
    over=("terminal/unknown-id",),
)
def check(case: Case) -> Iterator[Hit]:
    """A method of terminals where the capability is missing, false or malformed."""
    if case.sender is Side.AGENT and client_is_known(case) and not client_advertises(case, "terminal"):
        yield Hit(f"{case.method} needs clientCapabilities.terminal, which the Client did not offer")
