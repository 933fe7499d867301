"""Marks and comments on the inspect screen, and writing what is between them to a file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import BindingType

from acp_inspect.errors import AcpInspectError
from acp_inspect.tui import messages
from acp_inspect.tui.exporting import FORMS, Export, form_note
from acp_inspect.tui.keys import key
from acp_inspect.tui.screens.filtering import FilteringScreen
from acp_inspect.tui.widgets.prompt import Prompt
from acp_inspect.views.units import size
from acp_inspect.views.visible import visible


class MarkingScreen(FilteringScreen):
    """Needs what its base needs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        key("m", "mark", "Mark", "Mark the event, with a comment if you like, or change the comment"),
        key("M", "unmark", "Unmark", "Take the event's mark away"),
        key("apostrophe", "next_mark(True)", "Next mark", "To the next mark", "'"),
        key("quotation_mark", "next_mark(False)", "Previous mark", "To the mark before", '"'),
        key("E", "export", "Export", "Write the recording to a file; with two marks or more, what is between them"),
    ]

    export: Export | None = None
    """Writes to a file; None = the viewer cannot."""

    def on_mount(self) -> None:
        """Textual calls this one and those of the other classes."""
        self._marking = 0

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Textual: False hides an action."""
        if action == "export":
            return self.export is not None
        return super().check_action(action, parameters)

    def on_marks_read(self, event: messages.MarksRead) -> None:
        """There are other marks."""
        self.timeline.marks = event.marks

    def on_refused(self, event: messages.Refused) -> None:
        """Say why."""
        self.notify(event.reason, title="Not done", severity="warning", markup=False)

    def on_done(self, event: messages.Done) -> None:
        """Say it."""
        self.notify(event.text, title=event.title, markup=False)

    def action_mark(self) -> None:
        """Ask for a comment."""
        if not self.timeline.count:
            return
        self._marking = self.timeline.cursor + 1
        comment = self.timeline.marks.get(self._marking, "")
        self.prompt.ask("mark", f"mark #{self._marking:,}", "a comment, or nothing; enter marks", comment)

    def action_unmark(self) -> None:
        """Take the mark away."""
        self._source.want_mark(self.timeline.cursor + 1, None)

    def action_next_mark(self, forward: bool) -> None:
        """To the next mark, or the one before."""
        seqs = sorted(self.timeline.marks)
        here = self.timeline.cursor + 1
        place = bisect_right(seqs, here) if forward else bisect_left(seqs, here) - 1
        if 0 <= place < len(seqs):
            self.timeline.cursor = seqs[place] - 1
        else:
            self.notify(f"There is no mark {'after' if forward else 'before'} this event. m makes one.", timeout=2)

    def action_export(self) -> None:
        """Ask for a file."""
        first, last = self._range()
        label = f"export #{first:,} to #{last:,} as" if first else "export as"
        self.prompt.ask("export", label, f"a new file: {', '.join(FORMS)}", f"{self.path.stem}.acp")

    @on(Prompt.Changed)
    def _file_typed(self, event: Prompt.Changed) -> None:
        if event.topic == "export":
            self.prompt.say(form_note(event.text))

    @on(Prompt.Submitted)
    def _comment_or_file(self, event: Prompt.Submitted) -> None:
        if event.topic == "mark":
            self.prompt.close()
            self._source.want_mark(self._marking, event.text.strip())
        elif event.topic == "export":
            self.prompt.close()
            if self.export is not None and event.text.strip():
                self._write(self.export, Path(event.text.strip()).expanduser(), *self._range())

    def _range(self) -> tuple[int, int]:
        """The first and the last event to write; 0 and 0 for all."""
        marks = self.timeline.marks
        return (min(marks), max(marks)) if len(marks) > 1 else (0, 0)

    @work(thread=True, group="export")
    def _write(self, export: Export, target: Path, first: int, last: int) -> None:
        try:
            octets = export(self.path, target, first, last)
        except AcpInspectError as error:
            self.post_message(messages.Refused(visible(str(error))))
        else:
            self.post_message(messages.Done("Exported", f"{size(octets)} to {visible(str(target))}"))
