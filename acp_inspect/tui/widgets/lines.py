"""Many lines of text drawn on demand: wrapped or cut, coloured line by line, matches marked."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Final, NamedTuple, TypeAlias

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Size
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip

from acp_inspect.tui.widgets.rows import resize
from acp_inspect.views.visible import cell_width, cells_of

Span: TypeAlias = tuple[int, int, str]
"""Characters from, to, and the part of a component class after `lines--`, or several, the last one on top."""
Colour: TypeAlias = Callable[[str], Iterable[Span]]
"""Says how one line is coloured."""


class Coloured(NamedTuple):
    """A line and what colours it."""

    text: str
    colour: Colour


PIECE_STYLES: Final = frozenset(
    {
        *("dim", "client", "agent", "stderr", "error", "good", "note", "warning", "session"),
        *("bold", "italic", "heading", "code", "link", "changed"),
    }
)
"""The styles of pieces (`views.text`) that lines can have."""

_INDENT: Final = re.compile(r" *")


class _Row(NamedTuple):
    """A piece of a line that fits on the screen."""

    line: int
    start: int
    end: int
    indent: int


class Lines(ScrollView, can_focus=True):
    """Text that is inert already (see `views.visible`); no markup is read."""

    ALLOW_SELECT = False
    ALLOW_MAXIMIZE = False

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "scroll_down", "Line down", show=False, tooltip="One line further"),
        Binding("up,k", "scroll_up", "Line up", show=False, tooltip="One line back"),
        Binding("left", "scroll_left", "Left", show=False, tooltip="To the left, where lines are not wrapped"),
        Binding("right", "scroll_right", "Right", show=False, tooltip="To the right, where lines are not wrapped"),
        Binding("pagedown,space", "page_down", "Page down", show=False, tooltip="One page further"),
        Binding("pageup", "page_up", "Page up", show=False, tooltip="One page back"),
        Binding("home", "scroll_home", "Top", show=False, tooltip="To the first line"),
        Binding("end,G", "scroll_end", "Bottom", show=False, tooltip="To the last line"),
    ]

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "lines--key",
        "lines--string",
        "lines--number",
        "lines--literal",
        "lines--punctuation",
        "lines--note",
        "lines--warning",
        "lines--name",
        "lines--offset",
        "lines--match",
        *(f"lines--{name}" for name in PIECE_STYLES),
        "lines--info",
        "lines--at-error",
        "lines--at-warning",
        "lines--at-info",
    }

    DEFAULT_CSS = """
    Lines {
        height: 1fr;
        overflow-y: scroll;
        scrollbar-size: 1 1;
        padding: 0 0 0 1;
        & > .lines--match { text-style: reverse bold; }
    }
    """

    wrap: reactive[bool] = reactive(True, repaint=False)
    """Long lines go on below instead of beyond the edge."""
    match: reactive[re.Pattern[str] | None] = reactive(None, repaint=False)
    """What to mark."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: Sequence[Coloured] = ()
        self._rows: list[_Row] = []
        self._spans: LRUCache[int, list[Span]] = LRUCache(256)
        self._strips: LRUCache[int, Strip] = LRUCache(512)
        self._laid_out_for = (0, True)
        self._base: Style | None = None
        self._blank = Strip([])

    @property
    def shown_text(self) -> str:
        """The text that is shown."""
        return "\n".join(line.text for line in self._lines)

    def show(self, lines: Sequence[Coloured], *, keep_place: bool = False) -> None:
        """Show other lines, from the top unless `keep_place`."""
        self._lines = lines
        self._lay_out()
        if not keep_place:
            self.scroll_to(0, 0, animate=False, force=True)

    def watch_wrap(self) -> None:
        """Lay the lines out anew."""
        self._lay_out()

    def watch_match(self) -> None:
        """Mark other text."""
        self._forget()

    def on_resize(self, event: events.Resize) -> None:
        """Wrap at the new width."""
        if self._laid_out_for != (self._room, self.wrap):
            self._lay_out()

    def notify_style_update(self) -> None:
        """Textual: the theme changed."""
        super().notify_style_update()
        self._forget()

    def render_line(self, y: int) -> Strip:
        """Textual: one line of the screen."""
        x, top = self.scroll_offset
        width = self._room
        place = top + y
        base = self._base = self._base or self.rich_style
        if place >= len(self._rows):
            if self._blank.cell_length != width:
                self._blank = Strip.blank(width, base)
            return self._blank
        strip = self._strips.get(place)
        if strip is None:
            strip = self._strips[place] = self._drawn(self._rows[place])
        return strip.crop_extend(x, x + width, None).apply_style(base)

    @property
    def _room(self) -> int:
        return max(1, self.scrollable_content_region.width)

    def _lay_out(self) -> None:
        width = self._room
        self._laid_out_for = (width, self.wrap)
        if self.wrap:
            self._rows = [row for number, line in enumerate(self._lines) for row in wrapped(number, line.text, width)]
            resize(self, Size(0, len(self._rows)))
        else:
            self._rows = [_Row(number, 0, len(line.text), 0) for number, line in enumerate(self._lines)]
            resize(self, Size(max((cells_of(line.text) for line in self._lines), default=0), len(self._rows)))
        self._forget()

    def _forget(self) -> None:
        self._spans.clear()
        self._strips.clear()
        self._base = None
        self._blank = Strip([])
        self.refresh()

    def _drawn(self, row: _Row) -> Strip:
        line = self._lines[row.line].text
        segments = [Segment(" " * row.indent)] if row.indent else []
        place = row.start
        for start, end, name in self._spans_of(row.line):
            if end <= row.start or start >= row.end:
                continue
            start, end = max(start, row.start, place), min(end, row.end)
            if start > place:
                segments.append(Segment(line[place:start]))
            if end > start:
                segments.append(Segment(line[start:end], self._style_of(name)))
            place = max(place, end)
        if place < row.end:
            segments.append(Segment(line[place : row.end]))
        return Strip(self._marked(segments, line, row))

    def _style_of(self, names: str) -> Style:
        return Style.combine(self.get_component_rich_style(f"lines--{name}", partial=True) for name in names.split())

    def _spans_of(self, number: int) -> list[Span]:
        spans = self._spans.get(number)
        if spans is None:
            text, colour = self._lines[number]
            spans = self._spans[number] = list(colour(text))
        return spans

    def _marked(self, segments: list[Segment], line: str, row: _Row) -> list[Segment]:
        if self.match is None:
            return segments
        found = [(hit.start(), hit.end()) for hit in self.match.finditer(line) if hit.end() > hit.start()]
        if not any(start < row.end and end > row.start for start, end in found):
            return segments
        mark = self.get_component_rich_style("lines--match", partial=True)
        starts = [start for start, _ in found]
        marked: list[Segment] = []
        place = row.start - row.indent
        for text, style, _ in segments:
            for offset, character in enumerate(text, place):
                hit = bisect_right(starts, offset) - 1
                inside = offset >= row.start and hit >= 0 and offset < found[hit][1]
                marked.append(Segment(character, (style or Style()) + mark if inside else style))
            place += len(text)
        return list(Segment.simplify(marked))


def plain(line: str) -> Iterable[Span]:
    """No colours."""
    return ()


def wrapped(number: int, line: str, width: int) -> list[_Row]:
    if len(line) <= width and (line.isascii() or cells_of(line) <= width):
        return [_Row(number, 0, len(line), 0)]
    match = _INDENT.match(line)
    # What goes on below stands under its beginning, as long as half the width is left.
    indent = min(match.end() if match else 0, width // 2)
    rows: list[_Row] = []
    start = 0
    while start < len(line):
        room = width - (indent if rows else 0)
        end = start + room if line.isascii() else _end_of(line, start, room)
        end = min(max(end, start + 1), len(line))
        rows.append(_Row(number, start, end, indent if rows else 0))
        start = end
    return rows


def _end_of(line: str, start: int, room: int) -> int:
    used = 0
    for place in range(start, len(line)):
        used += cell_width(line[place])
        if used > room:
            return place
    return len(line)
