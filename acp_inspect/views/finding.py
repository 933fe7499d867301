"""A finding as it is shown: its words, the place it means, its proof. Plain values, all wire text inert."""

from __future__ import annotations

from typing import Final, NamedTuple

from acp_inspect.views.locate import locate
from acp_inspect.views.visible import visible
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Absent

GLYPHS: Final = {"error": "✖", "warning": "▲", "info": "ⓘ"}
"""Level → the sign that stands for it, so that colour never does alone."""

LEVELS: Final = ("error", "warning", "info")

_EFFECTS: Final = {
    "lost": "lost by the receiver",
    "salvaged": "salvaged (counts as absent)",
    "dropped": "dropped item",
}


class Excerpt(NamedTuple):
    """A piece of a message around the place at fault."""

    before: str
    marked: str
    """Empty where something is missing."""
    after: str


def effect_in_words(effect: str | None) -> str:
    """What became of what is at fault; empty when nothing is known to be lost."""
    return "" if effect is None else _EFFECTS.get(effect, effect)


def excerpt(message: Json | Absent, text: str, pointer: str, width: int = 100) -> Excerpt:
    """About `width` characters of a message, with the place that `pointer` means.

    `text` stands for what is no JSON. Cut places show as `…`; what is marked is cut in its middle when it is long.
    """
    if message is ABSENT:
        shown = visible(text)
        return Excerpt("", _shortened(shown, width), "")
    found = locate(message, pointer)
    marked = _shortened(visible(found.text[found.start : found.end]), max(20, width * 3 // 4))
    room = max(10, (width - len(marked)) // 2)
    before = visible(found.text[max(0, found.start - room) : found.start])
    after = visible(found.text[found.end : found.end + room])
    if found.start > room:
        before = "…" + before
    if found.end + room < len(found.text):
        after += "…"
    return Excerpt(before, marked, after)


def _shortened(text: str, width: int) -> str:
    if len(text) <= width:
        return text
    half = (width - 1) // 2
    return f"{text[:half]}…{text[-half:]}"
