"""The viewer: which screen is shown, in which theme, and the commands that every screen has."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding, BindingType
from textual.command import Provider
from textual.screen import Screen

from acp_inspect.store.format import recognise
from acp_inspect.store.library import find
from acp_inspect.tui.commands import ActionCommands
from acp_inspect.tui.exporting import Export
from acp_inspect.tui.screens.help import HelpScreen
from acp_inspect.tui.screens.inspect import InspectScreen
from acp_inspect.tui.screens.recordings import RecordingsScreen
from acp_inspect.tui.themes import DARK, LIGHT


class Viewer(App[None]):
    """Shows the recordings, or at once the one at `path`."""

    TITLE = "acp-inspect"
    CSS_PATH = "app.tcss"
    COMMANDS: ClassVar[set[type[Provider] | Callable[[], type[Provider]]]] = {ActionCommands}
    COMMAND_PALETTE_BINDING = "colon"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark,f1", "help", "Help", key_display="?", tooltip="What every key does"),
        Binding(
            "T", "light_or_dark", "Light or dark", show=False, tooltip="Change between the light and the dark theme"
        ),
        Binding("colon", "command_palette", "Commands", show=False, key_display=":", tooltip="All commands by name"),
        Binding("ctrl+p", "command_palette", "Commands", show=False, tooltip="All commands by name"),
        Binding("ctrl+q", "quit", "Quit", show=False, tooltip="End the viewer", priority=True),
    ]

    def __init__(self, path: Path | None = None, export: Export | None = None) -> None:
        """`export`: what writes a recording to a file, where the viewer may."""
        super().__init__()
        self._path = path
        self._export = export
        for theme in (DARK, LIGHT):
            self.register_theme(theme)
        self.theme = DARK.name

    def _leave_with_the_terminal(self) -> None:
        # Without a terminal there is nothing to put back in order, and Textual's input thread would spin on it.
        if _terminal_is_gone():
            os._exit(129)

    def on_mount(self) -> None:
        """Show the recording that was asked for, or the list. The list is not read before somebody wants to see it."""
        self.set_interval(1.0, self._leave_with_the_terminal)
        if self._path is not None:
            self.push_screen(InspectScreen(self._path, self._export), self._show_recordings)
        else:
            self._show_recordings()

    def _show_recordings(self, _: None = None) -> None:
        self.push_screen(RecordingsScreen(self._export))

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Textual: commands that are no key's."""
        yield SystemCommand("Theme", "Choose one of all themes", self.search_themes)

    def action_help(self) -> None:
        """The keys of this screen."""
        if not isinstance(self.screen, HelpScreen):
            self.push_screen(HelpScreen(self.screen))

    def action_light_or_dark(self) -> None:
        """The other theme."""
        self.theme = LIGHT.name if self.current_theme.dark else DARK.name


def _terminal_is_gone() -> bool:
    """Whether stdin was a terminal that nobody holds any more: a closed window, a lost connection."""
    try:
        os.tcgetpgrp(0)
    except OSError as error:
        return error.errno == errno.EIO
    return False


def run(reference: str | None = None, export: Export | None = None) -> None:
    """Show the recording that `reference` means (see `store.library.find`), or the list of all, until the user quits.

    Raises NoSuchRecording, NotARecording and the other errors of opening before anything is drawn.
    """
    path = None
    if reference is not None:
        path = find(reference)
        if path.exists():
            recognise(path)
    Viewer(path, export).run()
