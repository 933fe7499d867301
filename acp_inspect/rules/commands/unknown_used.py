"""A prompt begins with a slash command that the Agent did not tell of.

## Why it matters
The Agent takes it for text. Perhaps the command is gone, or its list did not arrive.

## Instead
Offer the commands of the last list. Text that begins with a slash, such as a path, is fine.

```acp bad after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"Search"}]}}}
C! {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"/wbe agents"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"available_commands_update","availableCommands":[{"name":"web","description":"Search"}]}}}
C  {"jsonrpc":"2.0","id":2,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"/web agents"}]}}
A  {"jsonrpc":"2.0","id":2,"result":{"stopReason":"end_turn"}}
C  {"jsonrpc":"2.0","id":3,"method":"session/prompt","params":{"sessionId":"s1","prompt":[{"type":"text","text":"/etc/hosts is empty"}]}}
A  {"jsonrpc":"2.0","id":3,"result":{"stopReason":"end_turn"}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import found
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_COMMAND: Final = re.compile(r"/([A-Za-z][\w:.-]*)(?:\s|\Z)")


@rule(
    level=Level.INFO,
    side=Side.CLIENT,
    pedantic=True,
    on=On(kinds=("request",), methods=("session/prompt",)),
    sources=("docs/protocol/v1/slash-commands, Running commands", "docs/protocol/v2/slash-commands, Running commands"),
)
def check(case: Case) -> Iterator[Hit]:
    """A first block of text that is a slash, a word and no more of a path, while the commands are known."""
    session = case.before.held.sessions.get(case.session) if case.session is not None else None
    text = at(case.wire, "prompt", 0, "text")
    if case.sender is not Side.CLIENT or session is None or session.commands is None or not isinstance(text, str):
        return
    word = _COMMAND.match(text)
    if word is not None and word[1] not in {at(command, "name") for command in session.commands}:
        yield Hit(f"the Agent told of no command {found(word[1])}", "/params/prompt/0/text")
