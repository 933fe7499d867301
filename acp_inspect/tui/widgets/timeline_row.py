"""How one event is laid out in the timeline: which columns a width has room for, and the pieces of a row.

Plain values: pieces are (text, name of a style); the widget turns the names into the theme's styles.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import log10
from typing import Final, NamedTuple, TypeAlias

from acp_inspect.tui.times import Times
from acp_inspect.tui.values import Mark
from acp_inspect.views.finding import GLYPHS
from acp_inspect.views.timeline import TimelineRow
from acp_inspect.views.units import clock, delta, duration, size
from acp_inspect.views.visible import cells_of, fit

Piece: TypeAlias = tuple[str, str]
"""Text, and the part of a component class after `timeline--`; an empty name is the plain style."""

SESSION_COLOURS: Final = 6
"""How many colours sessions take turns in; their letters go on for ever."""

_LANES: Final = 5
_FOUND: Final = 3
_BAR: Final = 6
_LARGE: Final = 100_000
_SLOW: Final = 1_000_000_000

_CLIENT_LANES: Final = {"response": "┝┅┅▶│"}
_AGENT_LANES: Final = {"response": "│◀┅┅┥", "stderr": "│◀──┤"}
_RECORDER_LANES: Final = {
    "started": "│   ●",
    "start-failed": "│   ✖",
    "exited": "│   ■",
    "signalled": "├╌╌▷│",
    "stream-ended": "│ ╳ │",
    "gap": "╎╳╳╳╎",
}

_MARKS: Final = {
    "error": ("✖", "error"),
    "pending": ("…", "pending"),
    "late": ("▲", "warning"),
    "orphan": ("▲", "warning"),
    "duplicate": ("▲", "warning"),
    "cancelled": ("○", "muted"),
}
_KIND_MARKS: Final = {
    "malformed": ("✖", "error"),
    "start-failed": ("✖", "error"),
    "gap": ("▲", "warning"),
    "blank": ("▲", "warning"),
}


class Columns(NamedTuple):
    """Widths in cells; 0 = no room for the column."""

    number: int
    time: int
    delta: int
    kind: int
    what: int
    session: int
    summary: int
    latency: int
    bar: int
    word: int


def columns_for(width: int, count: int, sessions: int, times: Times | None = None) -> Columns:
    """The columns that fit into `width` cells. `count`: of events; `sessions`: of ACP sessions; `times`: which to show,
    None = as many as there is room for.
    """
    number = max(4, len(str(count)))
    latency = max(7, number + 2)
    session = (2 if sessions > 26 else 1) if sessions else 0
    if width >= 132:
        wanted = (number, 10, 9, 12, 25, session, 0, latency, _BAR, 9)
    elif width >= 108:
        wanted = (number, 9, 8, 0, 20, session, 0, latency, _BAR, 9)
    elif width >= 92:
        wanted = (number, 9, 8, 0, 20, session, 0, latency, 0, 9)
    else:
        wanted = (number, 0, 8, 0, 19, session, 0, latency, 0, 0)
    time, since = _times(times, width >= 92, wanted[1])
    wanted = (number, time, since, *wanted[3:])
    # One cell for the cursor's mark, one for the status mark, the findings, and a space after every column.
    taken = 3 + _FOUND + _LANES + 1 + sum(column + 1 for column in wanted if column)
    summary = max(0, width - taken - 1)
    return Columns(*wanted[:6], summary, *wanted[7:])


def _times(times: Times | None, roomy: bool, width: int) -> tuple[int, int]:
    """Widths of the time of an event and of the time since the one before."""
    match times:
        case Times.START:
            return max(width, 9), 8 if roomy else 0
        case Times.CLOCK:
            return 12, 8 if roomy else 0
        case Times.PREVIOUS:
            return 0, 8
    return width, 9 if width == 10 else 8


def title_pieces(columns: Columns, times: Times | None = None) -> list[Piece]:
    """The line of column titles."""
    titles = (
        ("#", columns.number, True),
        ("!", _FOUND - 1, False),
        ("clock" if times is Times.CLOCK else "time", columns.time, True),
        ("Δ", columns.delta, True),
        ("C   A", _LANES, False),
        ("kind", columns.kind, False),
        ("s", columns.session, False),
        ("what", columns.what, False),
        ("summary", columns.summary, False),
        ("latency", columns.latency, True),
        ("", columns.bar, False),
        ("answer", columns.word, False),
    )
    pieces: list[Piece] = [(" ", "")]
    for place, (title, width, right) in enumerate(titles):
        if place == 4:
            pieces.append(("  ", ""))
        if width:
            pieces.append((f"{_cell(title, width, right)} ", ""))
    return pieces


def skeleton_pieces(seq: int, columns: Columns) -> list[Piece]:
    """What stands for an event that is being read."""
    pieces: list[Piece] = [(" ", ""), (f"{seq:>{columns.number}} ", "number"), (" " * _FOUND, "")]
    if columns.time:
        pieces.append((f"{'┄' * 6:>{columns.time}} ", "skeleton"))
    pieces.append((f"{'┄' * 5:>{columns.delta}}   " if columns.delta else "  ", "skeleton"))
    pieces.append(("│   │ ", "lane"))
    if columns.kind:
        pieces.append((f"{'┄' * 7:<{columns.kind}} ", "skeleton"))
    if columns.session:
        pieces.append((" " * (columns.session + 1), ""))
    pieces.append((f"{'┄' * 12:<{columns.what}} ", "skeleton"))
    pieces.append(("┄" * (columns.summary // 2), "skeleton"))
    return pieces


def found_piece(mark: Mark | None) -> Piece:
    """The findings of an event: the sign of the worst, and how many there are if it is not the only one."""
    if mark is None:
        return " " * _FOUND, ""
    many = "" if mark.number == 1 else "+" if mark.number > 9 else str(mark.number)
    return f"{GLYPHS[mark.level]}{many}".ljust(_FOUND), mark.level


def row_pieces(
    row: TimelineRow,
    columns: Columns,
    place: int | None,
    letter: str,
    time: str | None = None,
    found: Mark | None = None,
    comment: str | None = None,
) -> list[Piece]:
    """The row of an event. `place` and `letter`: of its session, None and empty without one; `time`: when it was, as it
    is shown, None = in seconds since the start; `found`: its findings; `comment`: of a mark, None = there is no mark.
    """
    sign = " " if comment is None else "⚑"
    pieces: list[Piece] = [(" ", ""), (f"{row.seq:>{columns.number}}", "number"), (sign, "badge"), found_piece(found)]
    if columns.time:
        pieces.append((f"{clock(row.at) if time is None else time:>{columns.time}} ", "time"))
    if columns.delta:
        slow = row.delta is not None and row.delta >= _SLOW
        pieces.append((f"{delta(row.delta):>{columns.delta}} ", "slow" if slow else "time"))
    mark, mark_style = _KIND_MARKS.get(row.kind) or _MARKS.get(row.outcome or "") or (" ", "")
    pieces.append((f"{mark} ", mark_style))
    pieces.extend(_lanes(row))
    voice = _voice(row)
    if columns.kind:
        pieces.append((f"{_cell(row.kind, columns.kind)} ", voice))
    if columns.session:
        style = "" if place is None else f"session-{place % SESSION_COLOURS + 1}"
        pieces.append((f"{_cell(letter, columns.session)} ", style))
    # A long name takes what it needs from the summary beside it.
    name = row.what or ("" if columns.kind else row.kind)
    if row.run > 1:
        name = f"▸ {name} ×{row.run:,}"
    what = fit(name, columns.what + columns.summary // 2)
    over = max(0, cells_of(what) - columns.what)
    pieces.append((f"{_cell(what, columns.what + over)} ", _what_style(row)))
    answer = list(_answer(row, columns))
    # Who has no answer to show talks on in its place.
    spare = 0 if answer else sum(column + 1 for column in columns[-3:] if column)
    room = columns.summary - over + spare
    if comment:
        said = fit(f"⚑ {comment} ", max(0, room * 2 // 3))
        pieces.append((said, "badge"))
        room -= cells_of(said)
    pieces.extend(_summary(row, room))
    return [*pieces, (" ", ""), *answer] if answer else pieces


def bar(latency: int, waited: int | None = None) -> str:
    """A latency as a bar of up to six cells, one for each power of ten from 100 µs to 100 s. The share in which the
    user was asked is hatched.
    """
    halves = max(1, round(max(0.0, min(6.0, log10(max(latency, 1)) - 5)) * 2))
    drawn = "━" * (halves // 2) + "╸" * (halves % 2)
    if waited and latency:
        human = max(1, round(len(drawn) * min(1.0, waited / latency)))
        drawn = drawn[: len(drawn) - human] + "░" * human
    return drawn.ljust(_BAR)


def _lanes(row: TimelineRow) -> Iterator[Piece]:
    match row.sender:
        case "client":
            lanes = _CLIENT_LANES.get(row.kind, "┝━━▶│")
            yield lanes[:-1], "client"
            yield f"{lanes[-1]} ", "lane"
        case "agent":
            lanes = _AGENT_LANES.get(row.kind, "│◀━━┥")
            yield lanes[0], "lane"
            yield f"{lanes[1:]} ", "stderr" if row.kind == "stderr" else "agent"
        case _:
            voice = _voice(row)
            yield f"{_RECORDER_LANES.get(row.kind, '│ · │')} ", "lane" if voice == "recorder" else voice


def _voice(row: TimelineRow) -> str:
    if row.kind in ("malformed", "start-failed"):
        return "error"
    if row.kind in ("gap", "blank"):
        return "warning"
    if row.kind == "stderr":
        return "stderr"
    return row.sender or "recorder"


def _what_style(row: TimelineRow) -> str:
    if row.kind in ("request", "update", "notification"):
        return "request" if row.kind == "request" else "what"
    return "muted" if row.kind == "response" else _voice(row)


def _summary(row: TimelineRow, width: int) -> Iterator[Piece]:
    tail = " ".join([*row.badges, *([size(row.size)] if row.size >= _LARGE else []), *_human(row)])
    room = width - len(tail) - 1 if tail and len(tail) + 12 < width else width
    style = {"stderr": "stderr", "malformed": "error", "gap": "warning"}.get(row.kind, "summary")
    if row.sender is None and row.kind != "gap":
        style = "recorder"
    yield _cell(row.summary, room), style
    if room < width:
        yield f" {tail}", "badge"


def _human(row: TimelineRow) -> Iterator[str]:
    """How long the user was asked meanwhile."""
    if row.waited is not None:
        yield "░ user" if row.waited == row.latency else f"░ {duration(row.waited)} user"


def _answer(row: TimelineRow, columns: Columns) -> Iterator[Piece]:
    _, style = _MARKS.get(row.outcome or "", ("", "ok"))
    if row.kind == "response":
        asked = f"↩ {row.answers}" if row.answers is not None else "" if columns.word else row.outcome or ""
        yield f"{_cell(asked, columns.latency, True)} ", "muted" if row.answers is not None else style
        if columns.bar:
            yield " " * (columns.bar + 1), ""
        if columns.word:
            yield _cell("" if row.outcome == "ok" else row.outcome or "", columns.word), style
    elif row.outcome is not None:
        word = row.outcome
        waited = duration(row.latency) if row.latency is not None else word if not columns.word else ""
        yield f"{_cell(waited, columns.latency, True)} ", style if not columns.word else "latency"
        if columns.bar:
            yield (bar(row.latency, row.waited) if row.latency is not None else " " * columns.bar) + " ", f"bar-{style}"
        if columns.word:
            yield _cell(word, columns.word), style


def _cell(text: str, width: int, right: bool = False) -> str:
    shown = fit(text, width)
    padding = " " * max(0, width - cells_of(shown))
    return padding + shown if right else shown + padding
