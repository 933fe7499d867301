"""The detail pane: one event as its message, its bytes, or the facts around it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import ClassVar, Final

from rich.style import Style
from rich.text import Text
from textual import events, getters
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget

from acp_inspect.tui.values import Found, Shown
from acp_inspect.tui.widgets.colour import FACT_NAME, fact_line, hex_line, json_line, note_line
from acp_inspect.tui.widgets.lines import Colour, Coloured, Lines, Span, plain
from acp_inspect.views.detail import hex_count, hex_lines, raw_text
from acp_inspect.views.finding import GLYPHS
from acp_inspect.views.pointed import Pointed, pointed
from acp_inspect.views.units import size
from acp_inspect.views.visible import fit, visible

TABS: Final = ("message", "raw", "envelope", "changes", "findings")
_TITLES: Final = {
    "message": "1 Message",
    "raw": "2 Raw",
    "envelope": "3 Envelope",
    "changes": "4 Changes",
    "findings": "5 Findings",
}
_RAW_BYTES: Final = 300_000
_HEX_BYTES: Final = 160_000


class Tabs(Widget):
    """The names of the tabs on one line, and which event they are about."""

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {"tabs--active", "tabs--idle", "tabs--title"}

    DEFAULT_CSS = """
    Tabs {
        height: 1;
        padding: 0 1;
        background: $panel;
    }
    """

    active: reactive[str] = reactive("message")
    title: reactive[str] = reactive("")
    found: reactive[int] = reactive(0)
    """How many findings the event has."""

    class Chosen(Message):
        """A tab was clicked."""

        def __init__(self, tab: str) -> None:
            super().__init__()
            self.tab = tab

    def render(self) -> Text:
        """The line."""
        text = Text(no_wrap=True, end="")
        for tab in TABS:
            name = "tabs--active" if tab == self.active else "tabs--idle"
            style = self.get_component_rich_style(name, partial=True) + Style(meta={"tab": tab})
            number = f" ({self.found})" if tab == "findings" and self.found else ""
            text.append(f" {_TITLES[tab]}{number} ", style)
            text.append(" ")
        room = self.content_size.width - text.cell_len
        title = fit(self.title, max(0, room - 1))
        text.append(title.rjust(room), self.get_component_rich_style("tabs--title", partial=True))
        return text

    def on_click(self, event: events.Click) -> None:
        """A tab was clicked."""
        if (tab := event.style.meta.get("tab")) is not None:
            self.post_message(self.Chosen(tab))


class DetailPane(Vertical):
    """Shows a `Shown`."""

    tabs = getters.query_one(Tabs)
    text = getters.query_one(Lines)

    shown: reactive[Shown | None] = reactive(None, repaint=False)
    tab: reactive[str] = reactive("message", repaint=False)
    as_hex: reactive[bool] = reactive(False, repaint=False)
    changes: reactive[tuple[int, list[Coloured]]] = reactive((0, []), repaint=False, always_update=True)
    """An event, and what it changed."""

    def compose(self) -> ComposeResult:
        """Tabs over text."""
        yield Tabs()
        yield Lines(id="detail-text")

    def mark(self, pattern: re.Pattern[str] | None) -> None:
        """Mark what matches."""
        self.text.match = pattern

    def watch_shown(self, before: Shown | None, now: Shown | None) -> None:
        """Another event, or the same one again with its answer."""
        same = before is not None and now is not None and before.seq == now.seq
        if now is not None:
            self.tabs.title = f"#{now.seq:,} {now.title}"
            self.tabs.found = len(now.findings)
            self._fill(keep_place=same)

    def watch_tab(self, tab: str) -> None:
        """Another side of the event."""
        self.tabs.active = tab
        self._fill()

    def watch_as_hex(self) -> None:
        """Text or hex."""
        self._fill()

    def watch_changes(self) -> None:
        """They come later than the message."""
        if self.tab == "changes":
            self._fill()

    def _changes(self, shown: Shown) -> list[Coloured]:
        seq, lines = self.changes
        return lines if seq == shown.seq else [_note("reading …")]

    def _fill(self, *, keep_place: bool = False) -> None:
        shown = self.shown
        if shown is None:
            return
        match self.tab:
            case "message":
                self.text.show(_message(shown), keep_place=keep_place)
            case "raw":
                self.text.show(_raw(shown, self.as_hex), keep_place=keep_place)
            case "changes":
                self.text.show(self._changes(shown), keep_place=keep_place)
            case "findings":
                self.text.show(_findings(shown), keep_place=keep_place)
            case _:
                self.text.show(_envelope(shown), keep_place=keep_place)


def _message(shown: Shown) -> list[Coloured]:
    detail = shown.detail
    colour = json_line if detail.is_json else plain
    return [
        *(_note(note) for note in (detail.note, *detail.oddities) if note),
        *_marked(detail.pretty, shown.findings, colour),
        *(_note(note) for note in (shown.cut,) if note),
    ]


def _marked(pretty: Sequence[str], findings: Sequence[Found], colour: Colour) -> Iterator[Coloured]:
    """The message, with each finding above the member it means, and the member marked."""
    above: dict[int, list[Coloured]] = {}
    levels: dict[int, str] = {}
    for found in reversed(findings):
        place = pointed(pretty, found.pointer) if found.pointer else Pointed(0, 0, True)
        indent = " " * (len(pretty[place.first]) - len(pretty[place.first].lstrip(" "))) if pretty else ""
        missing = "" if place.found else f" (not there: {visible(found.pointer)})"
        said = f"{indent}{GLYPHS[found.level]} {found.rule}: {found.message}{missing}"
        above.setdefault(place.first, []).insert(0, Coloured(said, _whole(found.level)))
        if found.pointer:
            levels |= dict.fromkeys(range(place.first, (place.last if place.found else place.first) + 1), found.level)
    for number, line in enumerate(pretty):
        yield from above.get(number, ())
        yield Coloured(line, _at(colour, levels[number]) if number in levels else colour)


def _whole(level: str) -> Colour:
    return lambda line: [(0, len(line), level)]


def _at(colour: Colour, level: str) -> Colour:
    """The colours of a line, on the ground that marks it."""

    def marked(line: str) -> Iterator[Span]:
        begin = len(line) - len(line.lstrip(" "))
        for start, end, name in colour(line):
            if begin < start:
                yield begin, start, f"at-{level}"
            yield start, end, f"{name} at-{level}"
            begin = end
        if begin < len(line):
            yield begin, len(line), f"at-{level}"

    return marked


def _findings(shown: Shown) -> list[Coloured]:
    lines: list[Coloured] = []
    for found in shown.findings:
        lines.append(
            Coloured(f"{GLYPHS[found.level]} {found.rule}  {found.side.capitalize()}", _whole(found.level)),
        )
        lines.append(Coloured(f"  {found.message}", plain))
        facts = {"where": visible(found.pointer), "effect": found.effect, "evidence": found.evidence}
        lines += [Coloured(f"  {name:<{FACT_NAME - 2}}{value}", fact_line) for name, value in facts.items() if value]
        lines += [
            Coloured(f"  {'proof':<{FACT_NAME - 2}}#{proof.seq:,} {proof.what}", fact_line) for proof in found.proofs
        ]
        lines.append(Coloured("", plain))
    if not lines:
        return [_note("nothing was found at this event")]
    return [*lines, _note("e explains the rule")]


def _raw(shown: Shown, as_hex: bool) -> list[Coloured]:
    start = shown.raw[: _HEX_BYTES if as_hex else _RAW_BYTES]
    what = f"{size(shown.size)}, exactly as it crossed"
    if len(start) < shown.size:
        what = f"the first {size(len(start))} of {size(shown.size)}, exactly as they crossed"
    if as_hex:
        return [_note(what), *(Coloured(line, hex_line) for line in hex_lines(start, 0, hex_count(start)))]
    return [_note(what), Coloured(raw_text(start, 0, len(start)), plain)]


def _envelope(shown: Shown) -> list[Coloured]:
    return [Coloured(f"{fact.name:<{FACT_NAME}}{fact.value}", fact_line) for fact in shown.detail.facts]


def _note(text: str) -> Coloured:
    return Coloured(f"▸ {text}", note_line)
