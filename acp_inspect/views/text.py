"""A timeline row as a line of text in pieces, each with the name of its style; cut to a width where one is given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from acp_inspect.views.timeline import TimelineRow, arrow
from acp_inspect.views.units import clock, delta
from acp_inspect.views.visible import cells_of, fit


class Piece(NamedTuple):
    """Some text and how it looks: `dim`, `client`, `agent`, `stderr`, `error`, `good`, `note`, `session`, or plain."""

    text: str
    style: str = ""


_BAD: Final = frozenset(("error", "orphan", "duplicate", "late"))
_CONTROLS_THAT_HURT: Final = frozenset(("gap", "start-failed", "malformed"))


def text_line(row: TimelineRow, session: str, width: int | None = None, marks: Sequence[Piece] = ()) -> list[Piece]:
    """The row's columns. `session`: its letter; `width`: cells of the terminal, None = as long as it is; `marks`: what
    stands before the summary, as the signs of findings do."""
    pieces = [
        Piece(f"{row.seq:>6} {clock(row.at):>9} {delta(row.delta):>8}  ", "dim"),
        Piece(f"{arrow(row)} ", _lane(row)),
        Piece(f"{row.kind:<12} ", "error" if row.kind in _CONTROLS_THAT_HURT else ""),
        Piece(f"{row.what:<26} ", _lane(row)),
        Piece(f"{session:<2} ", "session"),
        Piece(f"{row.answer:<14} ", _outcome(row)),
    ]
    pieces += marks
    if row.badges:
        pieces.append(Piece(f"[{', '.join(row.badges)}] ", "note"))
    pieces.append(Piece(row.summary, "stderr" if row.kind == "stderr" else ""))
    return pieces if width is None else _cut(pieces, width)


def _lane(row: TimelineRow) -> str:
    return "stderr" if row.kind == "stderr" else row.sender or "note"


def _outcome(row: TimelineRow) -> str:
    if row.outcome in _BAD:
        return "error"
    return "note" if row.outcome in ("pending", "cancelled") else "good"


def _cut(pieces: list[Piece], width: int) -> list[Piece]:
    kept: list[Piece] = []
    left = width
    for piece in pieces:
        cells = cells_of(piece.text)
        if cells > left:
            kept.append(Piece(fit(piece.text, left), piece.style))
            break
        kept.append(piece)
        left -= cells
    return kept
