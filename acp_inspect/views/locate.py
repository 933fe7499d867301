"""Where a JSON pointer leads, in the compact text of a message: to mark the place at fault."""

from __future__ import annotations

from typing import NamedTuple

from acp_inspect.wire.json_text import Json, write_json


class Located(NamedTuple):
    """The text of a value, and the part of it that a pointer means."""

    text: str
    start: int
    end: int
    """Equal to `start` where there is nothing: the place where a missing member would be."""


def locate(value: Json, pointer: str) -> Located:
    """The compact text of `value`, and where `pointer` (RFC 6901) is in it. A pointer that leads nowhere means the last
    place it leads to."""
    path = [part.replace("~1", "/").replace("~0", "~") for part in pointer.split("/")[1:]]
    before, middle, after = _split(value, path)
    return Located(before + middle + after, len(before), len(before) + len(middle))


def _split(value: Json, path: list[str]) -> tuple[str, str, str]:
    if not path:
        return "", write_json(value), ""
    match value:
        case dict():
            return _in_members([(f"{write_json(name)}:", name, item) for name, item in value.items()], path, "{}")
        case list():
            return _in_members([("", str(place), item) for place, item in enumerate(value)], path, "[]")
    return "", write_json(value), ""


def _in_members(members: list[tuple[str, str, Json]], path: list[str], brackets: str) -> tuple[str, str, str]:
    wanted, *rest = path
    texts = [label + write_json(item) for label, name, item in members if name != wanted]
    place = next((place for place, (_, name, _) in enumerate(members) if name == wanted), None)
    if place is None:
        return brackets[0] + ",".join(texts), "", brackets[1]
    label, _, item = members[place]
    before, middle, after = _split(item, rest)
    head = "".join(text + "," for text in texts[:place])
    tail = "".join("," + text for text in texts[place:])
    return brackets[0] + head + label + before, middle, after + tail + brackets[1]
