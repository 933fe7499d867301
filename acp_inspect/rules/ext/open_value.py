"""A value is used that the protocol does not know, where it leaves room for such ones.

## Why it matters
Receivers keep it and treat it in a general way. One that begins with `_` is the sender's own. The others are kept for
later versions of ACP, which may mean something else by them; and many are only misspelled.

## Instead
Use the values that the schema lists, or begin your own with `_`.

```acp bad after v2-turn
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Deploy","kind":"_deploy"}}}
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","status":"inprogress"}}}
```

```acp good after v2-turn
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"tool_call_update","toolCallId":"t1","title":"Deploy","kind":"execute","status":"in_progress"}}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.problem import Problem, ProblemKind
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.rules.faults import MOST, body, dotted, is_ambiguous
from acp_inspect.rules.spelling import nearest
from acp_inspect.wire.json_text import Json

_KINDS: Final = frozenset({ProblemKind.UNKNOWN_VALUE, ProblemKind.UNKNOWN_VARIANT})
_ELSEWHERE: Final = frozenset({"/update/sessionUpdate", "/update/severity"})
"""Open values that have rules of their own, as the categories of config options have."""


@rule(
    level=Level.INFO,
    side=None,
    on=On(kinds=("request", "notification", "response"), faulty=True),
    sources=("v2 Extensibility, Enum and Tagged-Union Variants (MUST NOT)", "v1 and v2 schema, open enumerations"),
    tck=(
        "ACP-ENUM-201",
        "ACP-ENUM-202",
    ),
)
def check(case: Case) -> Iterator[Hit]:
    """Values and variants that are kept although the schema does not list them."""
    for one in case.decoded.unknown[:MOST] if case.decoded is not None and not is_ambiguous(case) else ():
        if one.kind not in _KINDS or one.pointer in _ELSEWHERE or one.pointer.endswith("/category"):
            continue
        value = _value(case.wire, one)
        if not isinstance(value, str):
            continue
        pointer = body(case) + one.pointer
        name = dotted(pointer)
        if value.startswith("_"):
            yield Hit(f"{name} is {one.found}, a value of the sender's own", pointer, effect="kept")
        elif (meant := nearest(value, one.expected)) is not None:
            message = f"{name} is {one.found}; was {meant} meant?"
            yield Hit(message, pointer, level=Level.WARNING, effect="kept")
        else:
            message = f"{name} is {one.found}, which is kept for later versions of ACP"
            yield Hit(message, pointer, effect="kept")


def _value(value: Json, one: Problem) -> Json:
    for step in one.pointer.split("/")[1:]:
        if isinstance(value, list):
            value = at(value, int(step)) if step.isdecimal() else None
        else:
            value = at(value, step.replace("~1", "/").replace("~0", "~"))
    return value
