"""The library: every recording, the newest first, live ones growing."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.widgets import Footer, Static

from acp_inspect.errors import AcpInspectError
from acp_inspect.tui import messages
from acp_inspect.tui.exporting import FORMS, Export, form_note
from acp_inspect.tui.library import LibrarySource
from acp_inspect.tui.screens.inspect import InspectScreen
from acp_inspect.tui.values import Head
from acp_inspect.tui.widgets.prompt import Prompt
from acp_inspect.tui.widgets.recordings import RecordingList
from acp_inspect.tui.widgets.rows import Rows
from acp_inspect.views.units import count, size
from acp_inspect.views.visible import visible


class RecordingsScreen(Screen[None]):
    """Chooses what to inspect."""

    CSS_PATH = "recordings.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Open", tooltip="Open the recording under the cursor"),
        Binding("slash,f", "filter", "Filter", key_display="/", tooltip="Show only recordings with these words"),
        Binding("y", "copy", "Copy path", tooltip="Copy the path of the recording's file"),
        Binding("r", "ask('name')", "Rename", show=False, tooltip="Give the recording a name"),
        Binding("t", "ask('tags')", "Tags", show=False, tooltip="Give the recording tags"),
        Binding("e", "ask('export')", "Export", tooltip="Write the recording to a file: jsonl, acp or raw bytes"),
        Binding("d,delete", "remove", "Remove", show=False, tooltip="Remove the recording; u undoes it"),
        Binding("u", "undo", "Undo", show=False, tooltip="Put the recording back that was removed last"),
        Binding("escape", "back", "All", show=False, tooltip="Show all recordings again"),
        Binding("q", "app.quit", "Quit", tooltip="End the viewer"),
    ]

    bar = getters.query_one("#bar", Static)
    about = getters.query_one("#about", Static)
    list = getters.query_one(RecordingList)
    prompt = getters.query_one(Prompt)

    def __init__(self, export: Export | None = None) -> None:
        """`export`: writes a recording to a file; None = the viewer cannot."""
        super().__init__()
        self._export = export
        self._about: Path | None = None
        self._source = LibrarySource(self.post_message)
        self._heads: tuple[Head, ...] = ()
        self._words = ""

    def compose(self) -> ComposeResult:
        """What there is, the list, the chosen one, keys."""
        yield Static(id="bar", markup=False)
        yield RecordingList(id="recordings")
        yield Static(id="about", markup=False)
        yield Prompt(id="prompt")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to read."""
        self.list.empty = ("reading …",)
        self.list.focus()
        self.bar.update("acp-inspect · recordings")
        self.add_class("-empty")
        self.run_worker(self._source.run, thread=True, group="source")

    def on_unmount(self) -> None:
        """Read no more."""
        self._source.stop()

    def on_screen_suspend(self) -> None:
        """Another screen is shown."""
        self._source.pause(True)

    def on_screen_resume(self) -> None:
        """This screen is shown again."""
        self._source.pause(False)

    def on_library_read(self, event: messages.LibraryRead) -> None:
        """Recordings came, went or grew."""
        self._heads = event.heads
        self._fill()

    def on_reading_failed(self, event: messages.ReadingFailed) -> None:
        """The folder cannot be read."""
        self.list.empty = ("The recordings cannot be listed.", visible(event.reason))

    @on(Rows.Moved)
    def _cursor_moved(self) -> None:
        self._tell_about()

    @on(Rows.Chosen)
    def _row_chosen(self) -> None:
        self.action_open()

    def on_done(self, event: messages.Done) -> None:
        """Say it."""
        self.notify(event.text, title=event.title, markup=False)

    def on_refused(self, event: messages.Refused) -> None:
        """Say why."""
        self.notify(event.reason, title="Not done", severity="warning", markup=False)

    @on(Prompt.Changed)
    def _typed(self, event: Prompt.Changed) -> None:
        if event.topic == "filter":
            self._words = event.text
            self._fill()
        elif event.topic == "export":
            self.prompt.say(form_note(event.text))

    @on(Prompt.Submitted)
    def _answered(self, event: Prompt.Submitted) -> None:
        path = self._about
        self.prompt.close()
        if path is None or event.topic == "filter":
            return
        match event.topic:
            case "name":
                self._source.want_name(path, event.text)
            case "tags":
                self._source.want_tags(path, event.text.replace("#", " ").replace(",", " ").split())
            case "export" if self._export is not None and event.text.strip():
                self._write(self._export, path, Path(event.text.strip()).expanduser())

    @work(thread=True, group="export")
    def _write(self, export: Export, path: Path, target: Path) -> None:
        try:
            octets = export(path, target)
        except AcpInspectError as error:
            self.post_message(messages.Refused(visible(str(error))))
        else:
            self.post_message(messages.Done("Exported", f"{size(octets)} to {visible(str(target))}"))

    @on(Prompt.Dismissed)
    def _filter_closed(self) -> None:
        self.list.focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Textual: None greys an action out."""
        if action == "ask" and parameters == ("export",) and self._export is None:
            return False
        if action in ("open", "copy", "ask", "remove"):
            return True if self.is_mounted and self.list.head is not None else None
        return True

    def action_open(self) -> None:
        """Inspect the recording under the cursor."""
        if (head := self.list.head) is not None:
            self.app.push_screen(InspectScreen(head.path, self._export))

    def action_ask(self, what: str) -> None:
        """Ask for a name, for tags, or where to write the recording under the cursor."""
        head = self.list.head
        if head is None:
            return
        self._about = head.path
        match what:
            case "name":
                self.prompt.ask("name", "name", "what to call this recording; empty takes the name away", head.title)
            case "tags":
                self.prompt.ask("tags", "tags", "words, with spaces between them", " ".join(head.tags))
            case "export":
                self.prompt.ask("export", "export to", f"a new file: {', '.join(FORMS)}", f"{head.path.stem}.jsonl")

    def action_remove(self) -> None:
        """Move the recording under the cursor aside."""
        if (head := self.list.head) is not None:
            self._source.want_removed(head.path)

    def action_undo(self) -> None:
        """Put the last one back."""
        self._source.want_put_back()

    def action_filter(self) -> None:
        """Ask for words."""
        self.prompt.ask("filter", "filter", "words of agent, client, name, command, date, end …", self._words)

    def action_copy(self) -> None:
        """The path, to the clipboard."""
        if (head := self.list.head) is not None:
            self.app.copy_to_clipboard(str(head.path))
            self.notify(head.file, title="Copied the path", markup=False)

    def action_back(self) -> None:
        """Show all again."""
        self._words = ""
        self._fill()

    def _fill(self) -> None:
        words = self._words.lower().split()
        numbered = list(enumerate(self._heads, 1))
        chosen = [(number, head) for number, head in numbered if all(word in _text_of(head) for word in words)]
        self.list.empty = _no_hits(self._words) if self._heads else self._no_recordings()
        self.list.put(chosen)
        if self.has_class("-empty") is bool(chosen):
            self.set_class(not chosen, "-empty")
            self.refresh_bindings()
        live = sum(head.live for head in self._heads)
        parts = [
            "acp-inspect",
            count(len(self._heads), "recording"),
            f"● {live} live" if live else "",
            f"{len(chosen)} with “{visible(self._words)}” (escape: all)" if words else "",
            self._source.folder,
        ]
        self.bar.update(" · ".join(part for part in parts if part))
        self._tell_about()

    def _tell_about(self) -> None:
        head = self.list.head
        if head is not None:
            place = f"in {head.cwd}" if head.cwd else ""
            lines = (head.command or head.reason or "–", place, head.file)
            self.about.update(Text("\n".join(lines)))

    def _no_recordings(self) -> tuple[str, ...]:
        return (
            "There are no recordings yet.",
            "",
            "Put this where the agent's command stands in your editor:",
            " acp-inspect record -- AGENT ARGUMENTS ",
            "",
            "Or watch it at work with a sample agent:",
            " acp-inspect demo ",
            "",
            "Recordings appear here by themselves. They go to",
            self._source.folder,
        )


def _no_hits(words: str) -> tuple[str, ...]:
    return (f"No recording has “{visible(words)}”.", "escape shows all")


def _text_of(head: Head) -> str:
    parts = (
        *(f"#{tag}" for tag in head.tags),
        head.name,
        head.when,
        head.client,
        head.agent,
        head.protocol,
        head.end,
        head.command,
        head.cwd,
    )
    return " ".join((*parts, head.path.name, head.reason)).lower()
