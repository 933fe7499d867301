r"""The Agent writes a line to stdout that is no JSON.

## Why it matters
stdout belongs to the protocol. One Client answers such a line with a parse error, another passes over it, a third gives
up the connection. A banner, a progress bar or a forgotten debug print is enough.

## Instead
Write logs to stderr, which is free. Send the output of commands and libraries there too, and print nothing before the
first message.

```acp bad
A! Loading model...
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
A!~ \x1b[2K\x1b[1Gready\n
A! {"jsonrpc":"2.0","method":"session/upd
A  {"jsonrpc":"2.0","method":"_example.com/ready"}
```

```acp good
E  Loading model...
C  {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1.0"}}}
A  {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0"},"authMethods":[]}}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, rule
from acp_inspect.rules.not_json import ON_LINES, not_json
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=ON_LINES,
    sources=("v1 and v2 Transports, stdio",),
    tck=("ACP-TRANSPORT-001", "ACP-TRANSPORT-201"),
)
def check(case: Case) -> Iterable[Hit]:
    """A line from the Agent that no JSON reader takes."""
    return not_json(case, Side.AGENT, "stdout")
