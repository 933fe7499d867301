"""A session update is of a kind that the protocol does not know.

## Why it matters
In v1 the kinds are a closed set: a Client that knows its schema drops the update, and nobody is told. In v2 the set is
open: the Client keeps the update but can show it only in a general way.

## Instead
In v1, put what is your own into `_meta` of a known update, or send a notification of your own (its method begins with
`_`). In v2, begin a kind of your own with `_`; other new names belong to later versions of ACP.

```acp bad after v1-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"progress_update","percent":5}}}
```

```acp bad after v2-session
A! {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"weather_update","celsius":5}}}
```

```acp good after v1-session
A  {"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"sessionUpdate":"session_info_update","title":"Weather"}}}
A  {"jsonrpc":"2.0","method":"_example.com/progress","params":{"percent":5}}
```
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.connection import Basis
from acp_inspect.protocol.problem import ProblemKind, found
from acp_inspect.protocol.surface import update_kinds
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, Level, On, rule
from acp_inspect.wire.rpc import Side

_LATER: Final = frozenset({"replay_complete", "prompt_suggestions_update"})
"""Kinds of v2 drafts that are newer than the schema."""
_PLACE: Final = "/update/sessionUpdate"


@rule(
    level=Level.ERROR,
    side=Side.AGENT,
    on=On(kinds=("notification",), methods=("session/update",), faulty=True),
    sources=("v1 schema, SessionUpdate (closed)", "v2 schema, SessionUpdate (open)", "v2 Extensibility"),
    tck=("ACP-ENUM-202",),
)
def check(case: Case) -> Iterator[Hit]:
    """A string in `sessionUpdate` that the schema does not list. Where it is only guessed which version is spoken, one
    that no version knows."""
    decoded = case.decoded
    if decoded is None or case.update is None:
        return
    if case.after.basis in (Basis.ASSUMED, Basis.EVIDENCE) and any(
        case.update in update_kinds(surface.schema) for surface in case.after.surfaces
    ):
        return
    name = found(case.update)
    if any(one.pointer == _PLACE and one.kind is ProblemKind.UNKNOWN_VARIANT for one in decoded.problems):
        schema = case.after.surface.schema.package_version
        message = f"v1 has no session update of kind {name} (schema {schema}); the receiver drops it"
        yield Hit(message, "/params" + _PLACE, effect="lost")
    elif any(one.pointer == _PLACE and one.kind is ProblemKind.UNKNOWN_VARIANT for one in decoded.unknown):
        yield Hit(_in_v2(case.update, name), "/params" + _PLACE, level=Level.INFO, effect="kept")


def _in_v2(kind: str, name: str) -> str:
    if kind.startswith("_"):
        return f"{name} is a kind of session update of the Agent's own"
    if kind in _LATER:
        return f"the kind of session update {name} belongs to a newer draft of v2"
    return f"v2 has no session update of kind {name}; such names are kept for later versions"
