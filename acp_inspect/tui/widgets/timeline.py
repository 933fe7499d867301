"""The timeline: every event as a row, read in pages as they are looked at, with the end followed while it grows."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from textual.binding import BindingType
from textual.cache import LRUCache
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

from acp_inspect.tui.fold import Fold, Span
from acp_inspect.tui.keys import key
from acp_inspect.tui.times import Times, after, time_text
from acp_inspect.tui.values import Mark
from acp_inspect.tui.widgets.rows import Rows
from acp_inspect.tui.widgets.timeline_row import (
    SESSION_COLOURS,
    Columns,
    Piece,
    columns_for,
    row_pieces,
    skeleton_pieces,
    title_pieces,
)
from acp_inspect.views.finding import LEVELS
from acp_inspect.views.timeline import TimelineRow, session_letter
from acp_inspect.views.visible import visible

_AROUND: Final = 64
"""Rows above and below the screen that are read before anyone asks for them."""
_KEPT: Final = 16_384

_STYLES: Final = (
    *("number", "time", "slow", "lane", "client", "agent", "stderr", "recorder", "request", "what", "muted", "summary"),
    *("badge", "ok", "info", "error", "warning", "pending", "latency", "skeleton"),
    *("bar-ok", "bar-error", "bar-warning", "bar-muted", "bar-pending"),
)


class Timeline(Rows):
    """Shows rows it is given and asks for those it lacks. `position` is the event with `seq` position + 1, whichever
    row shows it.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        key("right", "step(1)", "Next event", "To the next event, inside of a folded run too"),
        key("left", "step(-1)", "Previous event", "To the event before, inside of a folded run too"),
        key("o", "toggle_run", "Unfold", "Unfold the run of chunks under the cursor, or fold it"),
        key("O", "toggle_all", "Unfold all", "Unfold all runs of chunks, or fold all"),
        key("t", "times", "Times", "Show times since the start, of the wall clock, since the event before"),
    ]

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"timeline--{name}" for name in _STYLES),
        *(f"timeline--session-{number + 1}" for number in range(SESSION_COLOURS)),
    }

    times: reactive[Times | None] = reactive(None, repaint=False)
    """Which times are shown; None = as many as there is room for."""
    marks: reactive[dict[int, str]] = reactive(dict, repaint=False)
    """The marked events, with their comments."""
    following: reactive[bool] = reactive(False, repaint=False)
    """The cursor goes to each new last row."""

    class Wanted(Message):
        """Rows are on the screen that nobody has read yet; `Timeline.wanted` says which."""

        def can_replace(self, message: Message) -> bool:
            """Which rows are wanted is asked when the message is answered, so one is enough."""
            return isinstance(message, Timeline.Wanted)

    class FollowingChanged(Message):
        """Following the end was switched on or off, by key or by moving the cursor."""

        def __init__(self, following: bool) -> None:
            super().__init__()
            self.following = following

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.fold = Fold()
        self._known: LRUCache[int, TimelineRow] = LRUCache(_KEPT)
        self._stale: set[int] = set()
        self._pending: set[int] = set()
        self._sessions: dict[str, int] = {}
        self._columns = columns_for(80, 0, 0)
        self._columns_key: tuple[object, ...] = ()
        self.started_at: int | None = None
        self._growing = False
        self.live = False
        self._flags: Mapping[int, Mark] = {}
        self._flagged: list[int] = []

    def flag(self, marks: Mapping[int, Mark]) -> None:
        """The events with findings, by `seq`."""
        self._flags = marks
        self._flagged = sorted(marks)
        self.forget()

    @property
    def row(self) -> TimelineRow | None:
        """The row under the cursor, if it has been read."""
        return self.row_at(self.cursor)

    def row_at(self, position: int) -> TimelineRow | None:
        """The row of an event, if it has been read and is still kept."""
        return self._known.get(position + 1)

    @property
    def lines(self) -> int:
        """How many rows there are."""
        return len(self.fold)

    def line_of(self, position: int) -> int:
        """The row that shows an event."""
        return self.fold.row_of(position + 1)

    def position_of(self, line: int) -> int:
        """The first event of a row."""
        return self.fold.span(line).first - 1

    def last_of(self, line: int) -> int:
        """The last event of a row."""
        return self.fold.span(line).last - 1

    def wanted(self) -> list[list[Span]]:
        """What to read: first what is on the screen, then what a page up or down will show."""
        lines = self.lines_on_screen
        if not lines:
            return []
        above = range(max(0, lines.start - _AROUND), lines.start)
        below = range(lines.stop, min(self.lines, lines.stop + _AROUND))
        seen = [span for span in map(self.fold.span, lines) if self._lacks(span)]
        here = Span(self.cursor + 1, self.cursor + 1)
        if here.first not in self._known and not any(span.first == here.first for span in seen):
            seen.append(here)
        near = [span for line in (*below, *above) if self._lacks(span := self.fold.span(line))]
        return [batch for batch in (seen, near) if batch]

    def _lacks(self, span: Span) -> bool:
        row = self._known.get(span.first)
        return row is None or row.run != span.size or span.first in self._stale

    def put(self, rows: Sequence[TimelineRow]) -> None:
        """Rows that were read."""
        for row in rows:
            # Textual's cache keeps the first value of a key.
            self._known.discard(row.seq)
            self._known[row.seq] = row
            self._stale.discard(row.seq)
            (self._pending.add if row.outcome == "pending" else self._pending.discard)(row.seq)
            self.forget_rows(range(row.seq - 1, row.seq))

    def extend(self, starts: Sequence[int], until: int) -> None:
        """The events up to `until` can be shown now; those in `starts` go on no run."""
        sticks = self.following and self._is_at_end
        hidden = self.cursor >= self.fold.until
        self.fold.extend(starts, until)
        self.fit_lines()
        if sticks or (hidden and self.cursor < until):
            self.show(self.cursor)
        self.post_message(self.Wanted())

    @property
    def _is_at_end(self) -> bool:
        """Whether the end of what is known is on the screen."""
        return self.lines == 0 or self.lines - 1 in self.lines_on_screen

    @property
    def _end(self) -> int:
        """The last event that can be shown."""
        return self.last_of(self.lines - 1) if self.fold.is_filtered and self.lines else self.count - 1

    @property
    def sessions(self) -> tuple[str, ...]:
        """The ACP sessions in the order they appeared."""
        return tuple(self._sessions)

    def show_only(self, seqs: Iterable[int] | None) -> None:
        """Show only these events, each in a row of its own; None = all."""
        height = self._cursor_height
        self.fold.show_only(seqs)
        self._refolded(height)

    def found(self, seqs: Sequence[int]) -> None:
        """Show these too, which come after those that are shown."""
        at_end = self.following and self._is_at_end
        self.fold.found(seqs)
        self.fit_lines()
        if at_end and seqs:
            self._growing = True
            self.cursor = self._end
            self._growing = False
        self.post_message(self.Wanted())

    def grow(self, count: int, sessions: Sequence[str], live: bool) -> None:
        """There are `count` events now. What may have changed in rows already read is read again when it is seen."""
        for place, session in enumerate(sessions):
            self._sessions.setdefault(session, place)
        if count == self.count:
            self.live = live
            return
        before, sticks = self.count, self.following and (self._is_at_end or self.fold.is_filtered)
        self._stale |= self._pending
        self.count = count
        # After the count: a filter's thread takes what is not live any more for whole.
        self.live = live
        self._growing = True
        if sticks and not self.fold.is_filtered:
            self.cursor = count - 1
        self._growing = False
        if before and self.following and not sticks:
            self.following = False
        if len(str(count)) != len(str(before)):
            self.forget()
        self.post_message(self.Wanted())

    def watch_cursor(self, before: int, now: int) -> None:
        """Whoever moves away from the end of a live recording reads; whoever moves to it follows."""
        super().watch_cursor(before, now)
        if not self._growing:
            self.following = self.live and now == self._end
        if self.wanted():
            self.post_message(self.Wanted())

    def watch_following(self, following: bool) -> None:
        """Go to the end, and tell."""
        if following and self.count:
            self.cursor = self._end
        self.post_message(self.FollowingChanged(following))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Other rows came onto the screen."""
        super().watch_scroll_y(old_value, new_value)
        if self.wanted():
            self.post_message(self.Wanted())

    def draw_title(self, width: int) -> Strip:
        """Titles of the columns there is room for."""
        return Strip([Segment(text) for text, _ in title_pieces(self._columns_of(width), self.times)])

    def draw_row(self, position: int, width: int) -> Strip | None:
        """The row, if it has been read."""
        row = self.row_at(position)
        span = self.fold.span(self.line_of(position))
        if row is None or (row.run == 1) is not (span.size == 1):
            self.post_message(self.Wanted())
            return None
        place = self._sessions.get(row.session) if row.session is not None else None
        letter = session_letter(place) if place is not None else ""
        columns = self._columns_of(width)
        time = time_text(self.times or Times.START, row.at, self.started_at)
        return self._strip(row_pieces(row, columns, place, letter, time, self._flag(span), self._comment(span)))

    def _flag(self, span: Span) -> Mark | None:
        """The findings of all events in a row, None where there are none."""
        first, end = bisect_left(self._flagged, span.first), bisect_right(self._flagged, span.last)
        found = [self._flags[seq] for seq in self._flagged[first:end]]
        if len(found) <= 1:
            return found[0] if found else None
        return Mark(min((mark.level for mark in found), key=LEVELS.index), sum(mark.number for mark in found))

    def _comment(self, span: Span) -> str | None:
        """The comments of the marks in a row, None where there is none."""
        if not self.marks:
            return None
        found = [visible(comment) for seq, comment in self.marks.items() if span.first <= seq <= span.last]
        return " · ".join(comment for comment in found if comment) if found else None

    def draw_skeleton(self, position: int, width: int) -> Strip:
        """The number, and dashes where the rest will stand."""
        return self._strip(skeleton_pieces(position + 1, self._columns_of(width)))

    def action_step(self, by: int) -> None:
        """To the next event, folded away or not; of those found where a filter is on."""
        if self.fold.is_filtered:
            self.action_move(by)
        else:
            self.cursor += by

    def watch_marks(self) -> None:
        """Draw them."""
        self.forget()

    def watch_times(self) -> None:
        """Other times, other columns."""
        self.forget()

    def action_times(self) -> None:
        """Count time from something else."""
        narrow = not self._columns_of(self.scrollable_content_region.width).time
        self.times = after(self.times or (Times.PREVIOUS if narrow else Times.START))

    def action_toggle_run(self) -> None:
        """Unfold the run of chunks under the cursor, or fold it. The cursor stays on its event."""
        height = self._cursor_height
        if self.fold.toggle(self.cursor + 1):
            self._refolded(height)

    def action_toggle_all(self) -> None:
        """Unfold all runs of chunks, or fold all."""
        if not self.fold.is_filtered:
            height = self._cursor_height
            self.fold.open_all(not self.fold.is_open)
            self._refolded(height)

    @property
    def _cursor_height(self) -> int:
        """Rows between the top of the screen and the cursor."""
        return self.line_of(self.cursor) - self.scroll_offset.y

    def _refolded(self, height: int) -> None:
        """Other events have rows: the event under the cursor stays at its height on the screen."""
        self.fit_lines()
        top = self.line_of(self.cursor) - height
        self.scroll_to(y=max(0, min(top, self.lines - self.page_height)), animate=False, force=True)
        self.forget()
        self.show(self.cursor)
        self.post_message(self.Wanted())

    def _columns_of(self, width: int) -> Columns:
        key = (width, len(str(self.count)), len(self._sessions), self.times)
        if key != self._columns_key:
            self._columns = columns_for(width, self.count, len(self._sessions), self.times)
            self._columns_key = key
        return self._columns

    def _strip(self, pieces: Sequence[Piece]) -> Strip:
        return Strip(
            [Segment(text, self.style_of(f"timeline--{name}") if name else None) for text, name in pieces if text]
        )
