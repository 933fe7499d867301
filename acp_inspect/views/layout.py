"""Sections of rows as lines of text: number, label, and a body that is broken to the width of the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from acp_inspect.views.text import Piece
from acp_inspect.views.visible import cell_width, cells_of

Line: TypeAlias = Sequence[Piece]

LABEL: Final = 11
"""Cells of a row's label."""

BAR: Final = Piece("│ ", "dim")
"""Begins a line of quoted text; where such a line is broken, each part begins with it."""

_NUMBER: Final = 6
_GUTTER: Final = _NUMBER + 2 + LABEL + 1
_NARROWEST: Final = 20
_WORDS: Final = re.compile(r"\s+|\S+")


class Row(NamedTuple):
    """A thing in a section. All texts are visible."""

    seq: int | None
    """The event that brought it."""
    label: Piece
    lines: tuple[Line, ...]


class Section(NamedTuple):
    """A title and its rows."""

    title: Line
    rows: tuple[Row, ...] = ()


def laid_out(sections: Iterable[Section], width: int | None) -> Iterator[Line]:
    """The lines of the sections, an empty one between two. `width`: cells of the terminal, None = break nothing."""
    for number, section in enumerate(sections):
        if number:
            yield ()
        yield from wrapped(section.title, width)
        for row in section.rows:
            yield from _row(row, width)


def _row(row: Row, width: int | None) -> Iterator[Line]:
    room = None if width is None else max(_NARROWEST, width - _GUTTER)
    place = "" if row.seq is None else str(row.seq)
    pad = " " * max(1, LABEL + 1 - cells_of(row.label.text))
    head = (Piece(f"{place:>{_NUMBER}}  ", "dim"), Piece(row.label.text, row.label.style), Piece(pad))
    indent = (Piece(" " * _GUTTER),)
    lines = [line for whole in row.lines for line in wrapped(whole, room)] or [()]
    for number, line in enumerate(lines):
        yield (*(indent if number else head), *line)


def wrapped(line: Line, cells: int | None) -> Iterator[Line]:
    """A line broken between words where it is wider than `cells`; a word that is wider by itself is cut in pieces."""
    if cells is None or sum(cells_of(piece.text) for piece in line) <= cells:
        yield line
        return
    if len(line) > 1 and line[0] == BAR:
        for part in wrapped(line[1:], max(1, cells - cells_of(BAR.text))):
            yield (BAR, *part)
        return
    made: list[Piece] = []
    used = 0
    for text, style in line:
        for word in _WORDS.findall(text):
            size = cells_of(word)
            if used + size > cells and used:
                yield _without_end(made)
                made, used = [], 0
                if word.isspace():
                    continue
            while size > cells:
                word, rest = _cut(word, cells)
                yield (*made, Piece(word, style))
                made, used = [], 0
                word, size = rest, cells_of(rest)
            made.append(Piece(word, style))
            used += size
    if made:
        yield _without_end(made)


def _without_end(pieces: list[Piece]) -> Line:
    while pieces and pieces[-1].text.isspace():
        pieces.pop()
    return tuple(pieces)


def _cut(word: str, cells: int) -> tuple[str, str]:
    used = 0
    for place, character in enumerate(word):
        used += cell_width(character)
        if used > cells:
            return word[: max(1, place)], word[max(1, place) :]
    return word, ""
