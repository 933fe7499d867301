"""A form shows the user an address to click on.

## Why it matters
A form passes none of the checks that guard mode `url`: the whole address shown, its host named, the user asked. It is how
people are sent to false pages.

## Instead
Send the address by mode `url`, and keep the texts of forms free of them.

```acp bad after v1-all-session
A! {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Sign up at https://login.example first","requestedSchema":{"type":"object","properties":{"name":{"type":"string"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}
```

```acp good after v1-all-session
A  {"jsonrpc":"2.0","id":7,"method":"elicitation/create","params":{"sessionId":"s1","mode":"form","message":"Where does it run?","requestedSchema":{"type":"object","properties":{"site":{"type":"string","format":"uri","description":"As in https://site.example"}}}}}
C  {"jsonrpc":"2.0","id":7,"result":{"action":"decline"}}
```
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.rules.case import Case, at, pointer
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.elicitations import CREATE, form_of
from acp_inspect.rules.faults import dotted
from acp_inspect.rules.forms import properties
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side

_ADDRESS: Final = re.compile(r"(?<!\w)https?://\w", re.IGNORECASE)
_TEXTS: Final = ("title", "description")


@rule(
    level=Level.WARNING,
    side=Side.AGENT,
    on=On(kinds=("request",), methods=(CREATE,)),
    sources=("v1 and v2 Elicitation, URL security (SHOULD NOT)",),
)
def check(case: Case) -> Iterator[Hit]:
    """Web addresses in the texts of a form. Where one is to be entered, the description may show how it looks."""
    form = form_of(case)
    if not isinstance(form, dict):
        return
    yield from _hit(at(case.wire, "message"), "params", "message")
    for name in _TEXTS:
        yield from _hit(form.get(name), "params", "requestedSchema", name)
    for one in properties(form):
        for name in _TEXTS if one.schema.get("format") != "uri" else ():
            yield from _hit(one.schema.get(name), "params", "requestedSchema", "properties", one.name, name)


def _hit(text: Json, *path: str) -> Iterator[Hit]:
    if isinstance(text, str) and _ADDRESS.search(text):
        where = pointer(*path)
        yield Hit(f"{dotted(where)} has a web address in it", where)
