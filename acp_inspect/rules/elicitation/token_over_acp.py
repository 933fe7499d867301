"""After the user was sent to a page, a message of the Agent's has something like an access token in it.

## Why it matters
What is obtained through a page of somebody else stays between that page and the Agent. In a message it reaches the
Client, its logs, and recordings like this one.

## Instead
Keep tokens in the Agent. Whether this one comes from the page, no message tells.

```acp bad after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Done: Bearer abcdefghijklmnopqrstuvwxyz0123456789"}}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"url","message":"Sign in","elicitationId":"e1","url":"https://login.example/a"}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"accept"}}
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"You are signed in."}}}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

_TOKEN: Final = re.compile(
    r"\beyJ[\w-]{10,2000}\.[\w-]{10,4000}\.[\w-]{10,2000}|\bBearer [\w.~+/-]{20,}|\bgh[pousr]_\w{30,}", re.ASCII
)
_MOST: Final = 2_000
_LONGEST: Final = 20_000


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("notification",), methods=("session/update",)),
    sources=("v1 and v2 Elicitation, URL mode (MUST NOT)",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """Texts that look like tokens, once an address was opened."""
    if case.sender is Side.AGENT and case.before.held.addresses and any(map(_TOKEN.search, _texts(case.wire))):
        yield Hit("there is something like an access token in it", "/params/update")


def _texts(value: Json) -> Iterator[str]:
    """The beginnings of the texts in a message; only so many of them."""
    todo = [value]
    for _ in range(_MOST):
        if not todo:
            return
        match todo.pop():
            case str(text):
                yield text[:_LONGEST]
            case dict(members):
                todo += list(members.values())[:_MOST]
            case list(items):
                todo += items[:_MOST]
