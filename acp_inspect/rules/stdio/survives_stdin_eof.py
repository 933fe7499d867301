"""The Agent goes on sending after the Client has closed its stdin.

## Why it matters
Closing stdin is how a Client ends the Agent. One that goes on keeps working for nobody until it is killed. Answers to
what was asked before are no sign of that; the first message of the Agent's own is reported.

## Instead
End when stdin ends, once what is open is answered.

```acp bad after v1-session
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"still here"}}}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"and here"}}}}
```

```acp good after v1-session
=  {"control":"stream-ended","stream":"c2a","reason":"eof"}
=  {"control":"exited","code":0,"signal":null}
```
"""

from __future__ import annotations

from collections.abc import Iterable

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.memory.stdio_seen import StdioSeen
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("request", "notification")),
    sources=("v1 and v2 Transports, stdio",),
    pedantic=True,
    tck=("ACP-SHUTDOWN-001",),
)
def check(case: Case) -> Iterable[Hit]:
    """The first request or notification of the Agent after the end of stdin."""
    ended = case.before.client_ended
    if (
        ended is None
        or case.before.agent_ended is not None
        or case.sender is not Side.AGENT
        or case.known(StdioSeen).survived
    ):
        return ()
    return (Hit("the Client has closed stdin, and the Agent goes on", related=(ended,)),)
