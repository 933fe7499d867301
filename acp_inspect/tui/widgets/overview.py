"""The whole recording on one or two lines: how much crossed when and who spoke, the turns, the findings, the cursor."""

from __future__ import annotations

from math import log
from typing import ClassVar, Final, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from acp_inspect.tui.values import Bucket, Overview
from acp_inspect.views.finding import GLYPHS

_BARS: Final = "▁▂▃▄▅▆▇█"
_SPEAKERS: Final = ("client", "agent", "stderr", "other")


class Cell(NamedTuple):
    """One character, and the part of a component class after `overview--`."""

    text: str
    style: str


class OverviewStrip(Widget):
    """Draws an `Overview` of as many buckets as it is wide; a click or a drag asks for what is there."""

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        f"overview--{name}" for name in (*_SPEAKERS, "turn", "error", "warning", "info", "cursor")
    }

    DEFAULT_CSS = """
    OverviewStrip { height: 2; width: 100%; }
    """

    overview: reactive[Overview | None] = reactive(None)
    place: reactive[tuple[int, int]] = reactive((0, -1), repaint=False)
    """The cursor: `seq`, and nanoseconds since the start (-1 = unknown)."""

    class EventWanted(Message):
        """To an event."""

        def __init__(self, seq: int) -> None:
            super().__init__()
            self.seq = seq

    class TimeWanted(Message):
        """To the last event at or before a time."""

        def __init__(self, at: int) -> None:
            super().__init__()
            self.at = at

    class Resized(Message):
        """There is room for more or fewer columns."""

    @property
    def columns(self) -> int:
        """How many buckets are to be read."""
        return self.size.width

    @property
    def cursor_column(self) -> int | None:
        """Where the cursor is; None = nobody knows."""
        overview, (seq, at) = self.overview, self.place
        if overview is None or not overview.length or (overview.timed and at < 0):
            return None
        along = at if overview.timed else seq - 1
        return max(0, min(len(overview.buckets) - 1, along * len(overview.buckets) // overview.length))

    def watch_place(self, before: tuple[int, int], now: tuple[int, int]) -> None:
        """Only what the cursor leaves and enters is drawn anew."""
        self.set_reactive(OverviewStrip.place, before)
        old = self.cursor_column
        self.set_reactive(OverviewStrip.place, now)
        if (new := self.cursor_column) != old:
            self.refresh(*(Region(column, 0, 1, self.size.height) for column in (old, new) if column is not None))

    def on_resize(self) -> None:
        """Other columns."""
        self.post_message(self.Resized())

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Jump, and go on while the button is held."""
        self.capture_mouse()
        self._jump(event.x)

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """A drag."""
        if event.button:
            self._jump(event.x)

    def on_mouse_up(self) -> None:
        """The drag is over."""
        self.release_mouse()

    def _jump(self, column: int) -> None:
        overview = self.overview
        if overview is None or not 0 <= column < len(overview.buckets):
            return
        if found := overview.buckets[column].found:
            self.post_message(self.EventWanted(found))
            return
        end = (column + 1) * overview.length // len(overview.buckets)
        self.post_message(self.TimeWanted(end - 1) if overview.timed else self.EventWanted(max(1, end)))

    def render_line(self, y: int) -> Strip:
        """Textual: a line of the strip."""
        width, base = self.size.width, self.rich_style
        if self.overview is None or len(self.overview.buckets) != width:
            return Strip.blank(width, base)
        cells = bars(self.overview) if y == 0 else spans(self.overview)
        if y or self.size.height == 1:
            cells = marked(cells, self.overview)
        cursor = self.cursor_column
        segments = []
        for column, (text, name) in enumerate(cells):
            style = base + self._style(name) if name else base
            if column == cursor:
                text, style = ("┆" if text == " " else text), style + self._style("cursor")
            segments.append(Segment(text, style))
        return Strip(list(Segment.simplify(segments)), width)

    def _style(self, name: str) -> Style:
        return self.get_component_rich_style(f"overview--{name}", partial=True)


def bars(overview: Overview) -> list[Cell]:
    """How much crossed, one column a bucket: its height grows with the logarithm, its colour is who spoke most."""
    most = max((sum(_voices(bucket)) for bucket in overview.buckets), default=0)
    cells = []
    for bucket in overview.buckets:
        voices = _voices(bucket)
        total = sum(voices)
        if not total:
            cells.append(Cell(" ", ""))
            continue
        height = round(log(total + 1) / log(most + 1) * (len(_BARS) - 1))
        cells.append(Cell(_BARS[height], _SPEAKERS[voices.index(max(voices))]))
    return cells


def _voices(bucket: Bucket) -> tuple[int, int, int, int]:
    return bucket.client, bucket.agent, bucket.stderr, bucket.other


def spans(overview: Overview) -> list[Cell]:
    """The turns, each from its prompt to its answer; one that has none goes on to the end."""
    columns = len(overview.buckets)
    cells = [Cell(" ", "")] * columns
    for begin, end in overview.turns:
        first, last = (min(columns - 1, int(place * columns)) for place in (begin, end))
        for column in range(first, last + 1):
            cells[column] = Cell("─", "turn")
        cells[first] = Cell("├" if last > first else "│", "turn")
        if last > first and end < 1:
            cells[last] = Cell("┤", "turn")
    return cells


def marked(cells: list[Cell], overview: Overview) -> list[Cell]:
    """The line with the findings on it."""
    return [
        Cell(GLYPHS[bucket.level], bucket.level) if bucket.level else cell
        for cell, bucket in zip(cells, overview.buckets, strict=True)
    ]
