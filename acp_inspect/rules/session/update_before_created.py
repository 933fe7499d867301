"""The Agent speaks of a new session before the Client can know its id.

## Why it matters
In v1 the Client learns the id only from the answer to `session/new` or `session/fork`. What names the session earlier
has no place to go: Clients drop it, or wait for ever.

## Instead
Answer first, then send the commands, the modes and whatever else belongs to the new session.

```acp bad after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
```

```acp good after v1-open
C  {"jsonrpc":"2.0","id":1,"method":"session/new","params":{"cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":1,"result":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[]}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.session_strays import sort
from acp_inspect.rules.sessions import CREATIONS
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=CREATIONS),
    sources=(
        "docs/protocol/v1/session-setup, Creating a Session",
        "docs/protocol/v1/slash-commands, Advertising commands",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """The answer to a request for a new session explains what named it before."""
    created = sort(case).created
    if created is not None:
        session, seqs = created
        words = f"the Client learns of session {found(session)} only from the answer #{case.seq}"
        for seq in seqs:
            yield Hit(words, pointer("params", "sessionId"), seq=seq, related=(case.seq,))
