"""The Client gives a session additional directories although the Agent did not advertise that it takes them.

## Why it matters
An Agent that does not know the member leaves it aside, and works without the folders that the user meant to include.

## Instead
Send `additionalDirectories` only when the Agent advertised the capability of that name. No list, or an empty one, says
that there are none and needs no capability.

```acp bad after v1-open
C! {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[],"additionalDirectories":["/lib"]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good after v2-all-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","additionalDirectories":["/lib"]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known, dotted_capability, session_capability
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.sessions import SETUPS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.CLIENT,
    on=On(kinds=("request",), methods=SETUPS),
    sources=(
        "docs/protocol/v1/session-setup, Additional Workspace Roots",
        "docs/protocol/v2/session-setup, Additional Workspace Roots",
        "RFD Additional Directories",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """A list that is not empty, without the capability."""
    roots = at(case.wire, "additionalDirectories")
    if case.sender is not Side.CLIENT or not isinstance(roots, list) or not roots or not agent_is_known(case):
        return
    path = session_capability(case, "additionalDirectories")
    if not agent_advertises(case, *path):
        words = f"additionalDirectories needs {dotted_capability(case, path)}, which the Agent did not advertise"
        yield Hit(words, "/params/additionalDirectories")
