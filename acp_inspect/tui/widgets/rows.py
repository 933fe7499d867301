"""A list of one-line rows drawn on demand, under one line of column titles: a cursor, its keys, the mouse.

Only rows on the screen are ever drawn, so that a million of them cost what fifty do.
"""

from __future__ import annotations

from typing import ClassVar, Final

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widget import Widget

from acp_inspect.views.visible import cells_of

_KEPT_STRIPS: Final = 1_000


def resize(view: ScrollView, size: Size) -> None:
    """Give a view another virtual size. Textual's own way would lay out the whole screen anew each time."""
    view.set_reactive(Widget.virtual_size, size)
    view._scroll_update(size)


class Rows(ScrollView, can_focus=True):
    """Base of the lists. A subclass says how a row and the titles look; positions count from 0."""

    ALLOW_SELECT = False
    ALLOW_MAXIMIZE = False

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down,j", "move(1)", "Down", show=False, tooltip="To the next row"),
        Binding("up,k", "move(-1)", "Up", show=False, tooltip="To the row above"),
        Binding("pagedown,space", "page(1)", "Page down", show=False, tooltip="One page further"),
        Binding("pageup", "page(-1)", "Page up", show=False, tooltip="One page back"),
        Binding("home", "first", "First row", show=False, tooltip="To the first row"),
        Binding("end,G", "last", "Last row", show=False, tooltip="To the last row"),
    ]

    COMPONENT_CLASSES: ClassVar[set[str]] = {"rows--title", "rows--cursor", "rows--hover", "rows--typed"}

    DEFAULT_CSS = """
    Rows {
        height: 1fr;
        overflow-x: hidden;
        overflow-y: scroll;
        scrollbar-size-vertical: 1;
        & > .rows--title { color: $text-muted; text-style: bold; }
        & > .rows--cursor { background: $primary-muted 60%; }
        & > .rows--hover { background: $boost; }
        &:focus > .rows--cursor { background: $primary-muted; text-style: bold; }
    }
    """

    # Positions are what a list is about; a row shows one of them, or several that follow each other.
    cursor: reactive[int] = reactive(0, repaint=False, always_update=False)
    count: reactive[int] = reactive(0, repaint=False)
    hover: reactive[int] = reactive(-1, repaint=False)
    """The row under the mouse; -1 = none."""
    empty: reactive[tuple[str, ...]] = reactive(())
    """What stands in the middle while there are no rows; an indented line is something to type."""

    class Moved(Message):
        """The cursor stands on another row."""

        def __init__(self, rows: Rows, position: int) -> None:
            super().__init__()
            self.rows = rows
            self.position = position

        @property
        def control(self) -> Rows:
            """The list whose cursor moved."""
            return self.rows

        def can_replace(self, message: Message) -> bool:
            """Only the last place counts when keys repeat faster than the screen."""
            return isinstance(message, Rows.Moved) and message.rows is self.rows

    class Chosen(Message):
        """A row was double-clicked."""

        def __init__(self, rows: Rows, position: int) -> None:
            super().__init__()
            self.rows = rows
            self.position = position

        @property
        def control(self) -> Rows:
            """The list whose row was chosen."""
            return self.rows

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._strips: LRUCache[int, Strip] = LRUCache(_KEPT_STRIPS)
        self._drawn_width = 0
        self._styles: dict[str, Style] = {}
        self._base: Style | None = None

    def draw_title(self, width: int) -> Strip:
        """The line of column titles, at most `width` cells."""
        raise NotImplementedError

    def draw_row(self, position: int, width: int) -> Strip | None:
        """The row at `position`, at most `width` cells; None = not known yet, so not to be kept."""
        raise NotImplementedError

    def draw_skeleton(self, position: int, width: int) -> Strip:
        """What stands for a row that is not known yet."""
        raise NotImplementedError

    @property
    def page_height(self) -> int:
        """How many rows fit on the screen."""
        return max(1, self.size.height - 1)

    @property
    def lines(self) -> int:
        """How many rows there are; a list that shows several positions in one row has fewer than `count`."""
        return self.count

    def line_of(self, position: int) -> int:
        """The row that shows `position`."""
        return position

    def position_of(self, line: int) -> int:
        """The first position that a row shows."""
        return line

    def last_of(self, line: int) -> int:
        """The last position that a row shows."""
        return line

    @property
    def lines_on_screen(self) -> range:
        """The rows that are visible."""
        top = self.scroll_offset.y
        return range(top, max(top, min(self.lines, top + self.page_height)))

    @property
    def on_screen(self) -> range:
        """The positions that are visible."""
        lines = self.lines_on_screen
        return range(self.position_of(lines[0]), self.last_of(lines[-1]) + 1) if lines else range(0)

    def style_of(self, name: str) -> Style:
        """The theme's style of one of the component classes, without the background."""
        if name not in self._styles:
            self._styles[name] = self.get_component_rich_style(name, partial=True)
        return self._styles[name]

    def forget(self) -> None:
        """Draw everything anew: data, width or theme changed."""
        self._strips.clear()
        self._styles.clear()
        self._base = None
        self.refresh()

    def forget_rows(self, positions: range) -> None:
        """Draw these rows anew."""
        if len(positions) > _KEPT_STRIPS:
            self._strips.clear()
        for position in positions:
            self._strips.discard(position)
        if positions and self.on_screen and positions[0] <= self.on_screen[-1] and positions[-1] >= self.on_screen[0]:
            self.refresh()

    def notify_style_update(self) -> None:
        """Textual: the theme or the focus changed."""
        super().notify_style_update()
        self.forget()

    def render_line(self, y: int) -> Strip:
        """Textual: one line of the screen."""
        width = self.scrollable_content_region.width
        if width != self._drawn_width:
            self._drawn_width = width
            self._strips.clear()
        # Textual walks up the whole tree for it, for every line.
        base = self._base = self._base or self.rich_style
        if y == 0:
            return self.draw_title(width).adjust_cell_length(width).apply_style(base + self.style_of("rows--title"))
        line = self.scroll_offset.y + y - 1
        if line >= self.lines:
            return self._empty_line(y, width, base)
        position = self.position_of(line)
        strip = self._strips.get(position)
        if strip is None:
            strip = self.draw_row(position, width)
            if strip is None:
                strip = self.draw_skeleton(position, width).adjust_cell_length(width)
            else:
                strip = strip.adjust_cell_length(width)
                self._strips[position] = strip
        if line == self.line_of(self.cursor) and position <= self.cursor <= self.last_of(line):
            base = base + self.style_of("rows--cursor")
            _, rest = strip.divide([1, width])
            strip = Strip.join([Strip.blank(0), self._cursor_mark(), rest])
        elif line == self.hover:
            base = base + self.style_of("rows--hover")
        return strip.apply_style(base)

    def _empty_line(self, y: int, width: int, base: Style) -> Strip:
        top = max(1, (self.size.height - len(self.empty)) // 2)
        if self.lines or not top <= y < top + len(self.empty):
            return Strip.blank(width, base)
        text = self.empty[y - top]
        left = max(0, (width - cells_of(text)) // 2)
        style = self.style_of("rows--typed") if text.startswith(" ") else None
        return Strip([Segment(" " * left), Segment(text, style)]).adjust_cell_length(width).apply_style(base)

    def _cursor_mark(self) -> Strip:
        return Strip([Segment("▌" if self.has_focus else "▏")], 1)

    def watch_count(self, count: int) -> None:
        """Positions came or went: the cursor stays where it is as far as it can."""
        self.fit_lines()
        if self.cursor >= count:
            self.cursor = max(0, count - 1)

    def fit_lines(self) -> None:
        """There are more or fewer rows."""
        resize(self, Size(0, self.lines + 1))
        self.refresh()

    def validate_cursor(self, cursor: int) -> int:
        """Textual: a cursor stands on a row."""
        return max(0, min(cursor, self.count - 1))

    def watch_cursor(self, before: int, now: int) -> None:
        """Show the cursor in its new place and tell."""
        self._refresh_row(before)
        self._refresh_row(now)
        self.show(now)
        self.post_message(self.Moved(self, now))

    def show(self, position: int) -> None:
        """Scroll as little as it takes to have `position` on the screen; far jumps put it into the middle."""
        line = self.line_of(position)
        top = self.scroll_offset.y
        height = self.page_height
        if top <= line < top + height:
            return
        if line == top - 1:
            target = line
        elif line == top + height:
            target = top + 1
        elif abs(line - top) <= 2 * height:
            target = line if line < top else line - height + 1
        else:
            target = line - height // 2
        self.scroll_to(y=max(0, target), animate=False, force=True)

    def watch_hover(self, before: int, now: int) -> None:
        """The mouse points at another row."""
        self._refresh_line(before)
        self._refresh_line(now)

    def _refresh_row(self, position: int) -> None:
        self._refresh_line(self.line_of(position))

    def _refresh_line(self, line: int) -> None:
        y = line - self.scroll_offset.y + 1
        if 1 <= y < self.size.height:
            self.refresh(Region(0, y, self.size.width, 1))

    def action_move(self, by: int) -> None:
        """Up or down."""
        before = self.line_of(self.cursor)
        line = max(0, min(before + by, self.lines - 1))
        if line != before:
            self.cursor = self.position_of(line)

    def action_page(self, pages: int) -> None:
        """A page up or down: the screen turns over, the cursor keeps its place on it."""
        step = pages * max(1, self.page_height - 1)
        target = max(0, min(self.scroll_offset.y + step, self.lines - self.page_height))
        self.scroll_to(y=target, animate=False, force=True)
        self.action_move(step)

    def action_first(self) -> None:
        """To the first row."""
        self.cursor = self.position_of(0) if self.lines else 0

    def action_last(self) -> None:
        """To the end of the last row."""
        self.cursor = self.last_of(self.lines - 1) if self.lines else 0

    def _line_at(self, y: int) -> int:
        line = self.scroll_offset.y + y - 1
        return line if y >= 1 and line < self.lines else -1

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """The row under the mouse is lit."""
        self.hover = self._line_at(event.y)

    def on_leave(self, event: events.Leave) -> None:
        """No row is under the mouse."""
        self.hover = -1

    def on_click(self, event: events.Click) -> None:
        """A click puts the cursor there, a double click chooses the row."""
        line = self._line_at(event.y)
        if line < 0:
            return
        if line != self.line_of(self.cursor):
            self.cursor = self.position_of(line)
        if event.chain == 2:
            self.post_message(self.Chosen(self, self.cursor))

    def on_resize(self) -> None:
        """The cursor stays on the screen."""
        self.show(self.cursor)

    def on_focus(self) -> None:
        """The cursor's mark shows the focus."""
        self._refresh_row(self.cursor)

    def on_blur(self) -> None:
        """The cursor's mark shows the focus."""
        self._refresh_row(self.cursor)
