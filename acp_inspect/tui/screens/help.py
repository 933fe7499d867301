"""What every key of a screen does, made from its bindings, and what the signs in the timeline mean."""

from __future__ import annotations

from typing import ClassVar, Final

from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.dom import DOMNode
from textual.screen import ModalScreen, Screen
from textual.widgets import Static

from acp_inspect.tui.commands import commands_of

_SIGNS: Final = (
    ("┝━━▶│  │◀━━┥", "a request, notification or update, from the Client (C) or the Agent (A)"),
    ("┝┅┅▶│  │◀┅┅┥", "an answer"),
    ("│◀──┤", "a line of the agent's stderr"),
    ("●  ■  ╳", "the agent started, exited; a stream ended"),
    ("╎╳╳╳╎", "a gap: bytes crossed here that the recording does not hold"),
    ("✖  ▲  ⓘ  (!)", "what the rules found: an error, a warning, worth knowing; with their number"),
    ("✖", "an error, or a line that is no message"),
    ("▲", "an answer that is late, double, or to nothing; a gap; a blank line"),
    ("…", "a request that waits for its answer"),
    ("○", "cancelled"),
    ("↩ 212", "answers event 212"),
    ("A  B  C", "the ACP session, in the order they appeared"),
    ("▌  •", "state: what the event under the cursor changed"),
    ("├───┤", "overview: a prompt turn; above it, how much crossed when"),
    ("▸ … ×42", "a run of chunks, folded into one row"),
    ("⚑", "a mark, with its comment"),
    ("░", "time in which the user was asked, not the Agent's own"),
    ("╸ to ━━━━━━", "latency: one cell for each power of ten, from 100 µs to 100 s"),
)


class HelpScreen(ModalScreen[None]):
    """A page over the screen it is about."""

    CSS_PATH = "help.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,enter", "dismiss", "Close", tooltip="Back to where you were"),
    ]

    def __init__(self, about: Screen[object]) -> None:
        super().__init__()
        self._commands = commands_of(about)
        self._about: DOMNode = about
        self._focused = about.focused

    def compose(self) -> ComposeResult:
        """One long page."""
        with VerticalScroll(id="help-box") as box:
            box.border_title = "Help"
            box.border_subtitle = "escape closes"
            yield Static(self._page(), id="help-text")

    def _page(self) -> Table:
        page = Table.grid(padding=(0, 2, 0, 0))
        page.add_column(no_wrap=True)
        page.add_column()
        groups = (
            ("This screen", [command for command in self._commands if command.owner is self._about]),
            ("This list", [command for command in self._commands if command.owner is self._focused]),
            ("Everywhere", [command for command in self._commands if command.owner is self.app]),
        )
        for title, commands in groups:
            if commands:
                page.add_row(Text(title, "bold italic"))
                for command in commands:
                    page.add_row(Text(f" {command.keys}", "bold"), Text(command.tooltip))
                page.add_row()
        page.add_row(Text("Signs", "bold italic"))
        for sign, meaning in _SIGNS:
            page.add_row(Text(f" {sign}", "bold"), Text(meaning))
        return page
