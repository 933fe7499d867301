"""The Agent loads a session and sends nothing of its history.

## Why it matters
`session/load` is how a Client gets the conversation back. Without it the user sees an empty session that the Agent
remembers.

## Instead
Send the whole conversation as session updates, then answer. An Agent that cannot should offer `session/resume` only.

```acp bad after v1-all-prompt
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello"}}}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A! {"jsonrpc":"2.0","id":4,"result":{}}
```

```acp good after v1-all-session
C  {"jsonrpc":"2.0","id":3,"method":"session/close","params":{"sessionId":"s1"}}
A  {"jsonrpc":"2.0","id":3,"result":{}}
C  {"jsonrpc":"2.0","id":4,"method":"session/load","params":{"sessionId":"s1","cwd":"/work","mcpServers":[]}}
A  {"jsonrpc":"2.0","id":4,"result":{}}
```
"""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.rules.capabilities import agent_advertises, agent_is_known
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.replays import finished
from acp_inspect.wire.rpc import Side


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    versions=frozenset({1}),
    on=On(kinds=("response",), methods=("session/load",)),
    sources=("docs/protocol/v1/session-setup, Loading a Session",),
)
def check(case: Case) -> Iterator[Hit]:
    """No history update in the window, though the recording shows a conversation. Where it shows none, it is a note: the
    session may be empty. An Agent that does not offer to load promised nothing."""
    replay = finished(case)
    if replay is None or replay.brought or not agent_is_known(case) or not agent_advertises(case, "loadSession"):
        return
    related = (replay.request,)
    if replay.before is None:
        words = "the session is loaded without history; the recording does not show whether it has any"
        yield Hit(words, "/result", related=related, level=Level.INFO)
    elif replay.before.messages or replay.before.tool_calls:
        words = "the session is loaded without history, though it had a conversation"
        yield Hit(words, "/result", related=related)
