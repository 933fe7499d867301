"""The state pane: what a conforming Client would show at the cursor's moment, a tab at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events, getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.cache import LRUCache
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Static

from acp_inspect.tui.widgets.lines import PIECE_STYLES, Coloured, Lines, Span
from acp_inspect.views.layout import Line, wrapped
from acp_inspect.views.moment import TABS, Entry, Told
from acp_inspect.views.text import Piece
from acp_inspect.views.units import clock, count
from acp_inspect.views.visible import cells_of, fit

_NAMES: Final = {
    "conversation": ("Conversation", "Talk"),
    "tools": ("Tools", "Tools"),
    "notices": ("Notices", "Notices"),
    "plan": ("Plan", "Plan"),
    "pending": ("Pending", "Wait"),
    "session": ("Session", "Sess"),
    "terminals": ("Terminals", "Term"),
    "capabilities": ("Capabilities", "Caps"),
}

_EMPTY: Final = {
    "conversation": "Nobody has said anything yet.",
    "tools": "No tool call yet.",
    "notices": "No notice yet.",
    "plan": "There is no plan.",
    "pending": "Nobody owes anybody an answer.",
    "session": "There is no session yet.",
    "terminals": "No terminal yet.",
    "capabilities": "",
}

_CHANGED: Final = "▌"
_CARD_LINES: Final = 4
_KEPT: Final = 600


class StateTabs(Widget):
    """The names of the tabs, with how much there is on each and a dot where the last event changed something."""

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {"tabs--active", "tabs--idle", "tabs--hot"}

    DEFAULT_CSS = """
    StateTabs { height: 1; padding: 0 1; background: $panel; }
    """

    active: reactive[str] = reactive(TABS[0])
    told: reactive[Told | None] = reactive(None)

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    def render(self) -> Text:
        """The line, in short names where there is no room for long ones."""
        text = self._line(0)
        if text.cell_len > self.content_size.width:
            text = self._line(1)
        return text

    def _line(self, short: int) -> Text:
        text = Text(no_wrap=True, end="")
        for number, tab in enumerate(TABS, 1):
            style = self.get_component_rich_style(f"tabs--{'active' if tab == self.active else 'idle'}", partial=True)
            many = self.told.counts.get(tab, 0) if self.told is not None else 0
            name = f"{number} {_NAMES[tab][short]}" + (f" {many:,}" if many else "")
            style += Style(meta={"tab": tab})
            text.append(f" {name}", style)
            hot = self.told is not None and tab in self.told.hot
            hot_style = self.get_component_rich_style("tabs--hot", partial=True) if hot else style
            text.append("•" if hot else " ", hot_style)
            text.append("" if short else " ")
        return text

    def on_click(self, event: events.Click) -> None:
        """A tab was clicked."""
        if (tab := event.style.meta.get("tab")) is not None:
            self.post_message(self.Chosen(tab))


class StateText(Lines):
    """The entries of a tab; a click on one asks for the event that brought it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(str(number), f"state_tab('{tab}')", _NAMES[tab][0], show=False, tooltip=f"State: {_NAMES[tab][0]}")
        for number, tab in enumerate(TABS, 1)
    ]

    class Wanted(Message):
        """Somebody wants to see an event."""

        def __init__(self, seq: int) -> None:
            super().__init__()
            self.seq = seq

    class TabWanted(Message):
        """A key asked for a tab."""

        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._told: Told | None = None
        self._seqs: list[int | None] = []
        self._drawn_entries: LRUCache[int, tuple[Entry, int, list[Coloured]]] = LRUCache(_KEPT)

    def action_state_tab(self, tab: str) -> None:
        """Another tab."""
        self.post_message(self.TabWanted(tab))

    def show_told(self, told: Told) -> None:
        """Show a moment. What changed comes into sight; where nothing did, the place stays."""
        before, self._told = self._told, told
        self._fill(new=before is None or (before.tab, before.session) != (told.tab, told.session))

    def on_resize(self, event: events.Resize) -> None:
        """Break the lines anew."""
        self._fill(new=False)

    def on_click(self, event: events.Click) -> None:
        """To the event that brought what is there."""
        place = self.scroll_offset.y + event.y
        if 0 <= place < len(self._seqs) and (seq := self._seqs[place]) is not None:
            self.post_message(self.Wanted(seq))

    def _fill(self, *, new: bool) -> None:
        told = self._told
        if told is None:
            return
        lines: list[Coloured] = []
        seqs: list[int | None] = []
        target: tuple[int, int] | None = None
        if told.earlier:
            lines.append(_coloured((Piece(f"  … {count(told.earlier, 'entry', 'entries')} before", "dim"),)))
        for entry in told.entries:
            drawn = self._lines_of(entry)
            if entry.changed:
                target = (len(lines), len(lines) + len(drawn))
            lines += drawn
            seqs += [None] * (len(lines) - len(drawn) - len(seqs)) + [entry.seq] * len(drawn)
        if not lines:
            lines.append(_coloured((Piece(f"  {_EMPTY[told.tab]}", "dim"),)))
        self._seqs = seqs
        at_end = self.scroll_offset.y >= self.max_scroll_y
        self.show(lines, keep_place=True)
        self._bring_into_sight(target, len(lines), new=new, at_end=at_end)

    def _bring_into_sight(self, target: tuple[int, int] | None, lines: int, *, new: bool, at_end: bool) -> None:
        height = max(1, self.size.height)
        top = self.scroll_offset.y
        if target is None:
            talk = self._told is not None and self._told.tab in ("conversation", "tools", "notices", "terminals")
            if not talk and new:
                top = 0
            elif talk and (new or at_end):
                top = lines
        elif not (top <= target[0] and target[1] <= top + height):
            # The end of what changed: that is where streamed text grows.
            top = target[1] - height if target[1] > top + height or target[1] - target[0] > height else target[0]
        self.scroll_to(0, max(0, min(top, lines - height)), animate=False, force=True)

    def _lines_of(self, entry: Entry) -> list[Coloured]:
        width = max(10, self._room)
        known = self._drawn_entries.get(id(entry.lines))
        if known is not None and known[1] == width and known[0] == entry:
            return known[2]
        drawn = [_coloured(line) for line in _entry_lines(entry, width)]
        # The entry is kept beside it, so that its address means it as long as it is here.
        self._drawn_entries.discard(id(entry.lines))
        self._drawn_entries[id(entry.lines)] = (entry, width, drawn)
        return drawn


def _entry_lines(entry: Entry, width: int) -> Iterator[Line]:
    gutter = Piece(_CHANGED, "changed") if entry.changed else Piece(" ")
    label = entry.label.text.removesuffix(" ↺")
    remark = "  replayed" if entry.replayed else ""
    number = f"#{entry.seq:,}" if entry.seq is not None else ""
    room = width - 1 - len(number)
    if label or number:
        shown = fit(f"{label}{remark}", room - 1)
        head = [Piece(shown[: len(label)], entry.label.style), Piece(shown[len(label) :], "note")]
        yield (gutter, *_dimmed(head, entry), Piece(" " * max(1, room - cells_of(shown))), Piece(number, "dim"))
    for line in entry.lines:
        for part in wrapped(line, max(8, width - 3)):
            yield (gutter, Piece("  "), *_dimmed(part, entry))


def _dimmed(line: Line, entry: Entry) -> Line:
    return tuple(Piece(piece.text, "dim") for piece in line) if entry.replayed else line


def _coloured(line: Line) -> Coloured:
    spans: list[Span] = []
    place = 0
    for text, style in line:
        if style in PIECE_STYLES:
            spans.append((place, place + len(text), style))
        place += len(text)
    return Coloured("".join(piece.text for piece in line), lambda _: spans)


def lines_of(pieces: Sequence[Line]) -> list[Coloured]:
    """Lines of pieces for a `Lines` widget."""
    return [_coloured(line) for line in pieces]


class StatePane(Vertical):
    """Tabs, a line about the session, the notice that came with the event, and the text."""

    DEFAULT_CSS = """
    StatePane {
        #state-title { height: 1; padding: 0 1; text-wrap: nowrap; text-overflow: ellipsis; }
        #state-card { display: none; height: auto; margin: 0 1; padding: 0 1; border: round $warning; }
        &.-card #state-card { display: block; }
    }
    """

    tabs = getters.query_one(StateTabs)
    text = getters.query_one(StateText)
    title = getters.query_one("#state-title", Static)
    card = getters.query_one("#state-card", Static)

    tab: reactive[str] = reactive(TABS[0], repaint=False)

    class TabChanged(Message):
        """Another tab is to be read."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.told: Told | None = None
        self._card: tuple[Entry | None, str] = (None, "")

    def compose(self) -> ComposeResult:
        """From top to bottom."""
        yield StateTabs()
        yield Static(id="state-title", markup=False)
        yield Static(id="state-card", markup=False)
        yield StateText(id="state-text")

    def show_told(self, told: Told, remark: str = "") -> None:
        """Show a moment. `remark`: what the rules say about the notice that came with it."""
        self.told = told
        self.tabs.told = told
        # The room it takes is always the same; to lay the screen out anew for each moment would be slow.
        self.title.update(_title(told), layout=False)
        self._show_card(told.card, remark)
        self.text.show_told(told)

    def wait_for(self, read: int, wanted: int) -> None:
        """Say how far the first pass is."""
        self.title.update(f"reading the recording up to #{wanted:,} … {100 * read // max(1, wanted)} %", layout=False)

    @on(StateTabs.Chosen)
    @on(StateText.TabWanted)
    def _tab_chosen(self, event: StateTabs.Chosen | StateText.TabWanted) -> None:
        event.stop()
        self.tab = event.tab

    def watch_tab(self, tab: str) -> None:
        """Another tab."""
        self.tabs.active = tab
        self.post_message(self.TabChanged())

    def _show_card(self, card: Entry | None, remark: str) -> None:
        if (card, remark) == self._card:
            return
        self._card = (card, remark)
        self.set_class(card is not None, "-card")
        if card is not None:
            lines = ["".join(piece.text for piece in line).removesuffix(" ↺") for line in card.lines]
            how = "replayed" if card.replayed else "live"
            self.card.border_title = Text(f"notice · {card.label.text} · {how}").markup
            self.card.border_subtitle = Text(remark).markup
            self.card.update(Text("\n".join(lines[:_CARD_LINES])))


def _title(told: Told) -> Text:
    at = f" · {clock(told.moment.at)} s" if told.moment.at >= 0 else ""
    title = Text(no_wrap=True, end="")
    if told.session is None:
        title.append("no session")
    else:
        title.append(f"Session {told.letter}", "bold")
        title.append(f" “{told.title}”" if told.title else "")
        title.append(f" · {told.activity}")
        title.append(" · replaying" if told.replaying else "")
    title.append(f" · after #{told.moment.seq:,}{at}", "dim")
    return title
