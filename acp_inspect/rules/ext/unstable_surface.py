"""Something is used that only the unstable schema has.

## Why it matters
It is legal between peers that agreed on it. It may change or go in any release, and a peer that follows the stable
schema does not know it: to it, a method is unknown, a kind of update unreadable (v1) or foreign (v2).

## Instead
Use it where both sides know the same snapshot. Each feature is pointed out once per connection.

```acp bad after v1-session
C! {"jsonrpc":"2.0","id":2,"method":"session/fork","params":{"sessionId":"s1","cwd":"/work"}}
A  {"jsonrpc":"2.0","id":2,"result":{"sessionId":"s2"}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","planId":"p1"}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"plan_removed","planId":"p2"}}}
```

```acp good after v1-session
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"Hi"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.ext_seen import Seen
from acp_inspect.rules.unfamiliar import unstable_features


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("request", "notification", "response")),
    sources=("v1 and v2 schema, what only schema.unstable.json has",),
    stable=False,
)
def check(case: Case) -> Iterator[Hit]:
    """Features that the connection has not shown yet."""
    features = unstable_features(case)
    if features:
        seen = case.known(Seen).features
        for name, feature in {feature.name: feature for feature in reversed(features)}.items():
            if name not in seen:
                yield Hit(f"{name} is only in the unstable schema of version {case.version}", feature.pointer)
