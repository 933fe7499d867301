"""A session uses both `plan` and `plan_update`.

## Why it matters
It is not forbidden, but they are two plans to a Client: the one without an id, and those with one. The user may see
both.

## Instead
Use `plan_update` where the Client knows it, and `plan` where it does not; not both in one session.

```acp bad
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{"plan":{}}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1}}
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[]}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_update","plan":{"type":"items","planId":"p1","entries":[]}}}}
```

```acp good after v1-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[]}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan","entries":[]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("notification",), updates=("plan", "plan_update")),
    sources=("v1 draft Agent Plan",),
    stable=False,
)
def check(case: Case) -> Iterator[Hit]:
    """A plan of one form while the session has only plans of the other."""
    session: Any = case.before.held.sessions.get(case.session or "")
    if session is None or not session.plans or not isinstance(at(case.held, "update"), dict):
        return
    plans = session.plans
    nameless = "" in plans
    if case.update == "plan" and not nameless:
        yield Hit("`plan` in a session that uses plan_update", "/params/update")
    elif case.update == "plan_update" and nameless and len(plans) == 1:
        yield Hit("`plan_update` in a session that uses plan", "/params/update", related=(plans[""].last,))
