r"""The title or description of a notice is not plain text.

## Why it matters
Clients show both as they are. Escape sequences of terminals show as rubbish, Markdown shows as its signs, and a title
of several lines does not fit where titles go.

## Instead
Send plain text, the title in one line. Colours and links are the Client's affair.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"\u001b[33mNo network\u001b[0m"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No network","description":"See [the manual](https://example.com)"}}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"notice","severity":"warning","title":"No \"network\" *yet*","description":"It is tried again.\nUntil then: work offline."}}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_MARKDOWN: Final = re.compile(r"\[[^\[\]\n]{1,200}\]\([^()\s]{1,500}\)|^(?:```|~~~)", re.MULTILINE)


@rule(
    level=Level.INFO,
    side=Side.AGENT,
    on=On(kinds=("notification",), updates=("notice",)),
    sources=("RFD Session Notices (plain-text strings)",),
    pedantic=True,
)
def check(case: Case) -> Iterator[Hit]:
    """Control characters, obvious Markdown, or a title of several lines."""
    for name in ("title", "description"):
        text = at(case.held, "update", name)
        if not isinstance(text, str):
            continue
        if _CONTROL.search(text):
            yield Hit(f"the {name} of the notice has control characters in it", f"/params/update/{name}")
        elif name == "title" and ("\n" in text.strip() or "\r" in text.strip()):
            yield Hit("the title of the notice has several lines", "/params/update/title")
        elif _MARKDOWN.search(text):
            yield Hit(f"the {name} of the notice looks like Markdown", f"/params/update/{name}")
