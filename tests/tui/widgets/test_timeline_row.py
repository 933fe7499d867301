"""The layout of timeline rows: every width, every kind of event."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.tui.times import Times
from acp_inspect.tui.widgets.timeline_row import (
    Piece,
    bar,
    columns_for,
    row_pieces,
    skeleton_pieces,
    title_pieces,
)
from acp_inspect.views.timeline import TimelineRow
from acp_inspect.views.visible import cells_of, visible

_KINDS = st.sampled_from(
    [
        "request",
        "update",
        "notification",
        "response",
        "malformed",
        "blank",
        "stderr",
        "started",
        "start-failed",
        "signalled",
        "stream-ended",
        "exited",
        "gap",
        "note",
    ]
)
_OUTCOMES = st.sampled_from([None, "ok", "error", "cancelled", "late", "duplicate", "orphan", "pending"])
_TEXTS = st.text(max_size=300).map(visible)
_TIMES = st.integers(-1, 10**15)

_ROWS = st.builds(
    TimelineRow,
    seq=st.integers(1, 10**7),
    at=_TIMES,
    delta=st.none() | st.integers(-(10**12), 10**13),
    sender=st.sampled_from([None, "client", "agent"]),
    kind=_KINDS,
    what=_TEXTS,
    session=st.none() | st.just("s"),
    summary=_TEXTS,
    latency=st.none() | st.integers(0, 10**13),
    outcome=_OUTCOMES,
    answers=st.none() | st.integers(1, 10**6),
    answered_by=st.none() | st.integers(1, 10**6),
    size=st.integers(0, 10**9),
    badges=st.sampled_from([(), ("batch 1",), ("batch 12", "no newline")]),
    run=st.sampled_from([1, 1, 2, 10**6]),
    waited=st.none() | st.integers(0, 10**13),
)


@given(_ROWS, st.integers(80, 300), st.integers(0, 30), st.none() | st.sampled_from(Times))
def test_a_row_never_outgrows_its_width(row: TimelineRow, width: int, sessions: int, times: Times | None) -> None:
    columns = columns_for(width, 10**7, sessions, times)
    place = 0 if row.session and sessions else None
    # The last cell may be the space after a column; times beyond a day may push what follows to the right.
    if row.at < 10**14 and abs(row.delta or 0) < 10**11:
        assert _width(row_pieces(row, columns, place, "A" if place is not None else "")) <= width + 1
    assert _width(title_pieces(columns)) <= width + 1
    assert _width(skeleton_pieces(row.seq, columns)) <= width


@given(_ROWS, st.integers(80, 300))
def test_rows_have_a_text_and_a_style_everywhere(row: TimelineRow, width: int) -> None:
    pieces = row_pieces(row, columns_for(width, 100, 1), 0, "A")
    assert all("\n" not in text for text, _ in pieces)
    assert str(row.seq) in "".join(text for text, _ in pieces)


@given(st.integers(40, 300), st.integers(0, 10**9))
def test_columns_fit_any_width(width: int, count: int) -> None:
    columns = columns_for(width, count, 3)
    assert columns.number >= len(str(count))
    assert columns.summary >= 0


@pytest.mark.parametrize(
    ("latency", "drawn"),
    [
        (0, "╸"),
        (100_000, "╸"),
        (1_000_000, "━"),
        (10_000_000, "━━"),
        (1_000_000_000, "━━━━"),
        (100_000_000_000, "━━━━━━"),
        (10**15, "━━━━━━"),
    ],
)
def test_a_bar_has_a_cell_for_each_power_of_ten(latency: int, drawn: str) -> None:
    assert bar(latency) == f"{drawn:<6}"


@pytest.mark.parametrize(
    ("waited", "drawn"), [(0, "━━━━"), (1_000_000_000, "░░░░"), (500_000_000, "━━░░"), (1, "━━━░"), (None, "━━━━")]
)
def test_the_share_of_the_user_is_hatched(waited: int | None, drawn: str) -> None:
    assert bar(1_000_000_000, waited) == f"{drawn:<6}"


@pytest.mark.parametrize(
    ("sender", "kind", "lanes"),
    [
        ("client", "request", "┝━━▶│"),
        ("agent", "update", "│◀━━┥"),
        ("agent", "response", "│◀┅┅┥"),
        ("client", "response", "┝┅┅▶│"),
        ("agent", "stderr", "│◀──┤"),
        (None, "gap", "╎╳╳╳╎"),
        (None, "started", "│   ●"),
        (None, "exited", "│   ■"),
    ],
)
def test_who_spoke_is_seen_in_the_lanes(sender: str | None, kind: str, lanes: str) -> None:
    row = _row(sender=sender, kind=kind)
    assert lanes in "".join(text for text, _ in row_pieces(row, columns_for(120, 10, 0), None, ""))


def test_a_mark_says_in_black_and_white_what_a_colour_says() -> None:
    marks = {
        outcome: "".join(text for text, _ in row_pieces(_row(outcome=outcome), columns_for(120, 10, 0), None, ""))
        for outcome in ("error", "pending", "late", "cancelled", "ok")
    }
    assert [mark in marks[outcome] for outcome, mark in zip(marks, "✖…▲○", strict=False)] == [True] * 4
    assert all(outcome in drawn for outcome, drawn in marks.items())


def test_without_an_answer_the_summary_takes_its_place() -> None:
    columns = columns_for(120, 10, 0)
    long = "x" * 200
    with_answer = "".join(text for text, _ in row_pieces(_row(summary=long, outcome="ok"), columns, None, ""))
    without = "".join(text for text, _ in row_pieces(_row(kind="update", summary=long), columns, None, ""))
    assert without.count("x") > with_answer.count("x") + 20


def test_the_size_of_a_large_message_is_said() -> None:
    drawn = row_pieces(_row(size=64_000_000), columns_for(120, 10, 0), None, "")
    assert (" 64.0 MB", "badge") in drawn


def _row(
    *,
    sender: str | None = "client",
    kind: str = "request",
    summary: str = "",
    outcome: str | None = None,
    size: int = 10,
) -> TimelineRow:
    return TimelineRow(7, 1_000, 10, sender, kind, "m", None, summary, None, outcome, None, None, size, ())


def _width(pieces: list[Piece]) -> int:
    return sum(cells_of(text) for text, _ in pieces)
