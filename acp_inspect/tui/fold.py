"""Which events have a row of their own in the timeline: all, all but the rest of each run of chunks, or those found.

Events are addressed by `seq`; rows count from 0. Four bytes for each row are kept, however long the recording is.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from typing import Final, NamedTuple

_NUMBER: Final = "I"


class Span(NamedTuple):
    """The events that one row stands for."""

    first: int
    last: int

    @property
    def size(self) -> int:
        """How many they are."""
        return self.last - self.first + 1


class Fold:
    """The rows of a timeline that grows at its end."""

    def __init__(self) -> None:
        self.until = 0
        """The last event that is known to have a row or to be in one."""
        self.is_open = False
        """Whether runs that come are unfolded."""
        self._runs = array(_NUMBER)
        self._rows = array(_NUMBER)
        self._only: array[int] | None = None

    def __len__(self) -> int:
        return len(self._shown)

    def extend(self, starts: Iterable[int], until: int) -> None:
        """The events up to `until` are there; of the new ones those in `starts` go on no run."""
        begun = array(_NUMBER, starts)
        # The run at the end goes on as it is shown: folded, or chunk by chunk.
        ends_open = self.is_open if not self._runs else self._is_unfolded(self._run(len(self._runs) - 1))
        goes_on = range(self.until + 1, begun[0] if begun else until + 1)
        if ends_open:
            self._rows.extend(goes_on)
        if self.is_open:
            self._rows.extend(range(goes_on.stop, until + 1))
        else:
            self._rows.extend(begun)
        self._runs.extend(begun)
        self.until = until

    def show_only(self, seqs: Iterable[int] | None) -> None:
        """A row for each of these events and none for others; None = as before."""
        self._only = None if seqs is None else array(_NUMBER, seqs)

    def found(self, seqs: Iterable[int]) -> None:
        """More events for `show_only`, after those it has."""
        if self._only is not None:
            self._only.extend(array(_NUMBER, seqs))

    @property
    def is_filtered(self) -> bool:
        """Whether only some events are shown."""
        return self._only is not None

    def has(self, seq: int) -> bool:
        """Whether a row shows the event."""
        if not len(self):
            return False
        first, last = self.span(self.row_of(seq))
        return first <= seq <= last

    def row_of(self, seq: int) -> int:
        """The row that shows an event, or the nearest above it; 0 if there is none."""
        return max(0, bisect_right(self._shown, seq) - 1)

    def span(self, row: int) -> Span:
        """What a row stands for."""
        shown = self._shown
        first = shown[row]
        if self._only is not None:
            return Span(first, first)
        return Span(first, shown[row + 1] - 1 if row + 1 < len(shown) else self.until)

    def run_of(self, seq: int) -> Span:
        """The run of chunks that an event is in; one event of its own if it is in none."""
        return self._run(max(0, bisect_right(self._runs, seq) - 1))

    def is_folded(self, seq: int) -> bool:
        """Whether the event's row stands for several."""
        return bool(len(self)) and self.span(self.row_of(seq)).size > 1

    def toggle(self, seq: int) -> bool:
        """Unfold the run that the event is in, or fold it. False = it is in none, or a filter is on."""
        run = self.run_of(seq) if self._runs and self._only is None else Span(seq, seq)
        if run.size == 1:
            return False
        row = self.row_of(run.first)
        if self._is_unfolded(run):
            del self._rows[row + 1 : row + run.size]
        else:
            self._rows[row + 1 : row + 1] = array(_NUMBER, range(run.first + 1, run.last + 1))
        return True

    def open_all(self, is_open: bool) -> None:
        """Unfold every run, or fold every run; those that come later too."""
        self.is_open = is_open
        self._rows = array(_NUMBER, range(1, self.until + 1)) if is_open else self._runs[:]

    @property
    def _shown(self) -> array[int]:
        return self._rows if self._only is None else self._only

    def _run(self, place: int) -> Span:
        following = self._runs[place + 1] if place + 1 < len(self._runs) else self.until + 1
        return Span(self._runs[place], following - 1)

    def _is_unfolded(self, run: Span) -> bool:
        place = bisect_left(self._rows, run.last)
        if run.size == 1:
            return self.is_open
        return place < len(self._rows) and self._rows[place] == run.last
