"""Rows and the events they stand for: whatever is folded and however it grows, each event has exactly one row."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from acp_inspect.tui.fold import Fold, Span

_RUNS = st.lists(st.integers(1, 6), min_size=1, max_size=12)
"""Lengths of runs, one after the other."""


def _starts(runs: list[int]) -> list[int]:
    return [1 + sum(runs[:place]) for place in range(len(runs))]


def _fold(runs: list[int], cuts: list[int] | None = None) -> Fold:
    """A fold of these runs, told in pieces that end at the cuts."""
    fold = Fold()
    _grow(fold, runs, cuts or [])
    return fold


def _grow(fold: Fold, runs: list[int], cuts: list[int]) -> None:
    total = sum(runs)
    for until in sorted({cut for cut in cuts if fold.until < cut < total} | {total}):
        fold.extend([start for start in _starts(runs) if fold.until < start <= until], until)


def _spans(fold: Fold) -> list[tuple[int, int]]:
    return [fold.span(row) for row in range(len(fold))]


@given(_RUNS, st.lists(st.integers(1, 72)))
def test_folded_each_run_is_one_row_however_it_came(runs: list[int], cuts: list[int]) -> None:
    fold = _fold(runs, cuts)
    starts = _starts(runs)
    assert _spans(fold) == [(start, start + size - 1) for start, size in zip(starts, runs, strict=True)]


@given(_RUNS, st.lists(st.integers(1, 72)), st.lists(st.integers(1, 72), max_size=8), st.booleans())
def test_each_event_has_one_row_whatever_is_unfolded(
    runs: list[int], cuts: list[int], toggled: list[int], is_open: bool
) -> None:
    fold = Fold()
    total = sum(runs)
    for number, cut in enumerate([*sorted({cut for cut in cuts if cut < total}), total]):
        fold.extend([start for start in _starts(runs) if fold.until < start <= cut], cut)
        if is_open and number == 0:
            fold.open_all(True)
        for seq in toggled:
            if seq <= fold.until:
                fold.toggle(seq)
        spans = _spans(fold)
        assert [seq for first, last in spans for seq in range(first, last + 1)] == list(range(1, cut + 1))
        assert all(first <= seq <= last for seq in range(1, cut + 1) for first, last in [fold.span(fold.row_of(seq))])
        assert all(first == last or (first, last) == fold.run_of(first) for first, last in spans)


@given(_RUNS, st.data())
def test_toggling_twice_changes_nothing(runs: list[int], data: st.DataObject) -> None:
    fold = _fold(runs)
    seq = data.draw(st.integers(1, sum(runs)))
    before = _spans(fold)
    assert fold.toggle(seq) is fold.toggle(seq)
    assert _spans(fold) == before
    fold.open_all(True)
    assert _spans(fold) == [(seq, seq) for seq in range(1, sum(runs) + 1)]
    fold.open_all(False)
    assert _spans(fold) == before


def test_a_run_that_was_unfolded_grows_chunk_by_chunk() -> None:
    fold = _fold([1, 3])
    assert fold.toggle(3)
    fold.extend([], 6)
    assert _spans(fold) == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)]
    fold.toggle(6)
    fold.extend([8], 9)
    assert _spans(fold) == [(1, 1), (2, 7), (8, 9)]


def test_what_was_found_has_a_row_for_each_event_and_no_runs() -> None:
    fold = _fold([1, 3, 2])
    fold.show_only([3, 4])
    fold.found([6])
    assert _spans(fold) == [(3, 3), (4, 4), (6, 6)]
    assert (fold.row_of(1), fold.row_of(5), fold.row_of(6)) == (0, 1, 2)
    assert not fold.toggle(3)
    fold.show_only(None)
    assert _spans(fold) == [Span(1, 1), Span(2, 4), Span(5, 6)]
