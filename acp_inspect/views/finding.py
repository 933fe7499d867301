"""A finding as it is shown: its words, the place it means, its proof. Plain values, all wire text inert."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, Protocol

from acp_inspect.views.locate import locate
from acp_inspect.views.text import Piece
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


class FindingFacts(Protocol):
    """What there is to show of a finding: the row that the store keeps of it. Words are those of `rules.declare`."""

    @property
    def seq(self) -> int: ...
    @property
    def rule(self) -> str: ...
    @property
    def level(self) -> str: ...
    @property
    def side(self) -> str: ...
    @property
    def pointer(self) -> str: ...
    @property
    def message(self) -> str: ...
    @property
    def related(self) -> tuple[int, ...]: ...
    @property
    def effect(self) -> str | None: ...
    @property
    def evidence(self) -> str | None: ...
    @property
    def session(self) -> str | None: ...
    @property
    def version(self) -> int: ...


STYLES: Final = {"error": "error", "warning": "warning", "info": "note"}
"""Level → the style of text about it."""


def marks(counts: Mapping[str, int]) -> list[Piece]:
    """How many findings there are, by level, as signs with numbers: `✖1 ▲3 `."""
    return [Piece(f"{GLYPHS[level]}{counts[level]} ", STYLES[level]) for level in LEVELS if counts.get(level)]


def finding_line(finding: FindingFacts) -> list[Piece]:
    """A finding on one line: sign, rule, side, place, what is wrong, what became of it, the proof."""
    effect = effect_in_words(finding.effect)
    proof = ", ".join(f"#{seq}" for seq in finding.related[:5]) + (" …" if len(finding.related) > 5 else "")
    level = finding.level if finding.level in GLYPHS else "info"
    return [
        Piece(f"{GLYPHS[level]} {visible(finding.rule)}", STYLES[level]),
        Piece(f" ({visible(finding.side)})", "dim"),
        Piece(f" {visible(finding.pointer)}" if finding.pointer else "", "dim"),
        Piece(f": {visible(finding.message)}"),
        Piece(f"; {effect}" if effect else "", "note"),
        Piece(f" [{visible(finding.evidence)}]" if finding.evidence else "", "note"),
        Piece(f" (proof: {proof})" if proof else "", "dim"),
    ]


def finding_object(finding: FindingFacts) -> dict[str, object]:
    """A finding as JSON, as docs/reference/show-json.md describes it."""
    return {
        "rule": finding.rule,
        "level": finding.level,
        "side": finding.side,
        "pointer": finding.pointer,
        "message": finding.message,
        "related": list(finding.related),
        "effect": finding.effect,
        "evidence": finding.evidence,
        "session": finding.session,
        "version": finding.version,
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
