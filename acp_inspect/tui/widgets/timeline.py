"""The timeline: every event as a row, read in pages as they are looked at, with the end followed while it grows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Final

from rich.segment import Segment
from textual.cache import LRUCache
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip

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
from acp_inspect.views.timeline import TimelineRow, session_letter

PAGE: Final = 128
"""Rows that are read at once."""

_KEPT_PAGES: Final = 128

_STYLES: Final = (
    *("number", "time", "slow", "lane", "client", "agent", "stderr", "recorder", "request", "what", "muted", "summary"),
    *("badge", "ok", "info", "error", "warning", "pending", "latency", "skeleton"),
    *("bar-ok", "bar-error", "bar-warning", "bar-muted", "bar-pending"),
)


class Timeline(Rows):
    """Shows rows it is given and asks for those it lacks. Row `position` is the event with `seq` position + 1."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"timeline--{name}" for name in _STYLES),
        *(f"timeline--session-{number + 1}" for number in range(SESSION_COLOURS)),
    }

    following: reactive[bool] = reactive(False, repaint=False)
    """The cursor goes to each new last row."""

    class Wanted(Message):
        """Rows are on the screen that nobody has read yet; `Timeline.wanted` says which."""

        def can_replace(self, message: Message) -> bool:
            """Which pages are wanted is asked when the message is answered, so one is enough."""
            return isinstance(message, Timeline.Wanted)

    class FollowingChanged(Message):
        """Following the end was switched on or off, by key or by moving the cursor."""

        def __init__(self, following: bool) -> None:
            super().__init__()
            self.following = following

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._pages: LRUCache[int, tuple[TimelineRow, ...]] = LRUCache(_KEPT_PAGES)
        self._stale: set[int] = set()
        self._sessions: dict[str, int] = {}
        self._columns = columns_for(80, 0, 0)
        self._columns_key = (0, 0, 0)
        self._growing = False
        self.live = False
        self._marks: Mapping[int, Mark] = {}

    def flag(self, marks: Mapping[int, Mark]) -> None:
        """The events with findings, by `seq`."""
        self._marks = marks
        self.forget()

    @property
    def row(self) -> TimelineRow | None:
        """The row under the cursor, if it has been read."""
        return self.row_at(self.cursor)

    def row_at(self, position: int) -> TimelineRow | None:
        """A row that has been read and is still kept."""
        rows = self._pages.get(position // PAGE, ())
        offset = position % PAGE
        return rows[offset] if 0 <= offset < len(rows) else None

    def wanted(self) -> list[int]:
        """The pages to read: first what is on the screen, then what a page up or down will show."""
        visible = self.on_screen
        if not visible:
            return []
        near = range(visible[0] // PAGE, visible[-1] // PAGE + 1)
        around = [near[0] - 1, near[-1] + 1]
        return [
            page
            for page in (*near, *around)
            if 0 <= page * PAGE < self.count and (page in self._stale or page not in self._pages)
        ]

    def put(self, page: int, rows: Sequence[TimelineRow]) -> None:
        """Rows of a page, as many as there are."""
        # Textual's cache keeps the first value of a key.
        self._pages.discard(page)
        self._pages[page] = tuple(rows)
        self._stale.discard(page)
        self.forget_rows(range(page * PAGE, page * PAGE + len(rows)))

    def grow(self, count: int, sessions: Sequence[str], live: bool) -> None:
        """There are `count` events now. What may have changed in pages already read is read again when it is seen."""
        for place, session in enumerate(sessions):
            self._sessions.setdefault(session, place)
        self.live = live
        if count == self.count:
            return
        before, sticks = self.count, self.following and (not self.count or self.count - 1 in self.on_screen)
        for page in tuple(self._pages.keys()):
            rows = self._pages.get(page, ())
            if len(rows) < PAGE or any(row.outcome == "pending" for row in rows):
                self._stale.add(page)
        self.count = count
        self._growing = True
        if sticks:
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
            self.following = self.live and now == self.count - 1

    def watch_following(self, following: bool) -> None:
        """Go to the end, and tell."""
        if following and self.count:
            self.cursor = self.count - 1
        self.post_message(self.FollowingChanged(following))

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        """Other rows came onto the screen."""
        super().watch_scroll_y(old_value, new_value)
        if self.wanted():
            self.post_message(self.Wanted())

    def draw_title(self, width: int) -> Strip:
        """Titles of the columns there is room for."""
        return Strip([Segment(text) for text, _ in title_pieces(self._columns_of(width))])

    def draw_row(self, position: int, width: int) -> Strip | None:
        """The row, if it has been read."""
        row = self.row_at(position)
        if row is None:
            self.post_message(self.Wanted())
            return None
        place = self._sessions.get(row.session) if row.session is not None else None
        letter = session_letter(place) if place is not None else ""
        mark = self._marks.get(row.seq)
        return self._strip(row_pieces(row, self._columns_of(width), place, letter, mark))

    def draw_skeleton(self, position: int, width: int) -> Strip:
        """The number, and dashes where the rest will stand."""
        return self._strip(skeleton_pieces(position + 1, self._columns_of(width)))

    def _columns_of(self, width: int) -> Columns:
        key = (width, len(str(self.count)), len(self._sessions))
        if key != self._columns_key:
            self._columns = columns_for(width, self.count, len(self._sessions))
            self._columns_key = key
        return self._columns

    def _strip(self, pieces: Sequence[Piece]) -> Strip:
        return Strip(
            [Segment(text, self.style_of(f"timeline--{name}") if name else None) for text, name in pieces if text]
        )
