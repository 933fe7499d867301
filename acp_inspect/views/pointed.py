"""Which lines of a laid out JSON message a pointer means: to mark them where the message is shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from acp_inspect.views.visible import visible
from acp_inspect.wire.json_text import write_json

_INDENT: Final = 2


class Pointed(NamedTuple):
    """Lines of the message, both included."""

    first: int
    last: int
    found: bool
    """False: what the pointer means is missing; these lines are the value that lacks it."""


def pointed(pretty: Sequence[str], pointer: str) -> Pointed:
    """The lines that `pointer` (RFC 6901) means. `pretty`: as `views.detail.pretty_json` lays a message out, or its
    beginning. A pointer that leads nowhere means the last value it leads to.
    """
    here = Pointed(0, _end(pretty, 0), True)
    for depth, part in enumerate(pointer.split("/")[1:], 1):
        inside = _child(pretty, here, depth * _INDENT, part.replace("~1", "/").replace("~0", "~"))
        if inside is None:
            return Pointed(here.first, here.last, False)
        here = Pointed(inside, _end(pretty, inside), True)
    return here


def _child(pretty: Sequence[str], parent: Pointed, indent: int, part: str) -> int | None:
    if parent.first >= len(pretty) or not pretty[parent.first].endswith(("{", "[")):
        return None
    in_object = pretty[parent.first].endswith("{")
    label = visible(write_json(part)) + ":"
    place = 0
    for number in range(parent.first + 1, parent.last + 1):
        line = pretty[number]
        # Closing brackets stand as deep as what they close; the last of these closes the parent.
        if len(line) - len(line.lstrip(" ")) != indent or line[indent : indent + 1] in ("}", "]"):
            continue
        if in_object and line.startswith(label, indent):
            return number
        if not in_object and str(place) == part:
            return number
        place += 1
    return None


def _end(pretty: Sequence[str], first: int) -> int:
    """The last line of the value that begins on `first`."""
    if first >= len(pretty) or not pretty[first].endswith(("{", "[")):
        return min(first, max(0, len(pretty) - 1))
    line = pretty[first]
    indent = len(line) - len(line.lstrip(" "))
    for number in range(first + 1, len(pretty)):
        line = pretty[number]
        if line[indent : indent + 1] in ("}", "]") and not line[:indent].strip(" "):
            return number
    return len(pretty) - 1
