"""One recording: its timeline, and the event under the cursor in full."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Final

from rich.text import Text
from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.message import Message
from textual.widgets import Footer, Static
from textual.worker import get_current_worker

from acp_inspect.tui import messages
from acp_inspect.tui.copying import copy_of
from acp_inspect.tui.exporting import Export
from acp_inspect.tui.layout import Layout
from acp_inspect.tui.needle import needle_of
from acp_inspect.tui.places import Number, Time, place_of
from acp_inspect.tui.screens.marking import MarkingScreen
from acp_inspect.tui.search import search
from acp_inspect.tui.source import Source
from acp_inspect.tui.values import Head, State
from acp_inspect.tui.widgets.detail import DetailPane
from acp_inspect.tui.widgets.findings import FindingList
from acp_inspect.tui.widgets.heading import Heading
from acp_inspect.tui.widgets.overview import OverviewStrip
from acp_inspect.tui.widgets.prompt import Prompt
from acp_inspect.tui.widgets.rows import Rows
from acp_inspect.tui.widgets.state import StatePane
from acp_inspect.tui.widgets.timeline import Timeline
from acp_inspect.views.units import count
from acp_inspect.views.visible import clip, visible

_TYPING_PAUSE: Final = 0.15
"""Seconds without a key after which a search begins."""


class InspectScreen(MarkingScreen):
    """Answers what its widgets say by asking the source, and shows what the source answers."""

    CSS_PATH = "inspect.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "enter", "partner", "Answer", tooltip="From a request to its answer and back; elsewhere, into the detail"
        ),
        Binding("1", "tab('message')", "Message", show=False, tooltip="Show the message, laid out"),
        Binding("2", "tab('raw')", "Raw bytes", show=False, tooltip="Show the line exactly as it crossed"),
        Binding("3", "tab('envelope')", "Envelope", show=False, tooltip="Show the facts around the message"),
        Binding("4", "tab('changes')", "Changes", show=False, tooltip="Show what the event changed in the state"),
        Binding("5", "tab('findings')", "Findings", show=False, tooltip="Show what the rules found at the event"),
        Binding("x", "hex", "Hex", show=False, tooltip="Raw bytes as text or as a hex dump"),
        Binding("w", "wrap", "Wrap", show=False, tooltip="Wrap long lines, or let them run on to the right"),
        Binding("slash", "find", "Find", key_display="/", tooltip="Find text in the messages"),
        Binding("n", "find_next", "Next hit", show=False, tooltip="To the next message with the text"),
        Binding("N", "find_previous", "Previous hit", show=False, tooltip="To the message before with the text"),
        Binding("g", "go", "Go to", tooltip="Go to an event's number, or to a time since the start"),
        Binding("F", "follow", "Follow", tooltip="Live: keep the cursor on the newest event, or let it stay"),
        Binding("y", "copy", "Copy", tooltip="Copy what the detail shows to the clipboard"),
        Binding("escape,q", "back", "Back", tooltip="Stop what runs, close what is open, or go back to the recordings"),
    ]

    heading = getters.query_one(Heading)
    problem = getters.query_one("#problem", Static)

    def __init__(self, path: Path, export: Export | None = None) -> None:
        """`export`: writes events to a file; None = the viewer cannot."""
        super().__init__(path)
        self.export = export
        self._source = Source(path, self.post_message)
        self._head: Head | None = None
        self._wanted_seq = 0
        self._find_text = ""
        self._find_from = 0
        self._able = (False, False)

    def compose(self) -> ComposeResult:
        """Heading, panes, prompt, keys."""
        yield Heading()
        yield OverviewStrip()
        with Container(id="panes"):
            with Container(id="left"):
                yield Timeline(id="timeline")
                yield DetailPane(id="detail")
            with Container(id="right"):
                yield StatePane(id="state")
                yield FindingList(id="findings")
        yield Static(id="problem", markup=False)
        yield Static(id="playing", markup=False)
        yield Static(id="filter", markup=False)
        yield Prompt(id="prompt")
        yield Footer()

    def on_mount(self) -> None:
        """Begin to read."""
        self.timeline.empty = ("reading …",)
        self.timeline.focus()
        self.run_worker(self._source.run, thread=True, group="source")

    def on_unmount(self) -> None:
        """Let the recording go."""
        super().on_unmount()
        self._source.stop()

    # What the source says

    def on_head_read(self, event: messages.HeadRead) -> None:
        """More is known, or there is more."""
        first, self._head = self._head is None, event.head
        self.heading.head = event.head
        self.timeline.empty = ("reading …",) if event.head.events else _nothing_in(event.head)
        if first and event.head.live:
            self.timeline.following = True
        self.timeline.started_at = event.head.started_at
        self.timeline.grow(event.head.events, event.head.sessions, event.head.live)
        if not event.head.live:
            self.timeline.following = False
        self._refresh_keys()
        self.tell_about_findings(event.head)
        self.sessions = event.head.sessions
        self.survey()
        self._want_detail()

    def on_findings_read(self, event: messages.FindingsRead) -> None:
        """The event under the cursor may have new ones."""
        super().on_findings_read(event)
        self._wanted_seq = 0
        self._want_detail()

    def on_runs_read(self, event: messages.RunsRead) -> None:
        """More events have their place in the timeline."""
        self.timeline.extend(event.starts, event.until)

    def on_rows_read(self, event: messages.RowsRead) -> None:
        """Rows for the timeline; the row under the cursor may have got its answer."""
        before = self.timeline.row
        self.timeline.put(event.rows)
        self.mark_place()
        if before is not None and before != self.timeline.row:
            self._wanted_seq = 0
            self._want_detail()

    def on_detail_read(self, event: messages.DetailRead) -> None:
        """The event under the cursor, unless the cursor has gone on."""
        if event.shown.seq == self.timeline.cursor + 1:
            self.detail.shown = event.shown

    def on_time_found(self, event: messages.TimeFound) -> None:
        """Where a time is."""
        if event.seq:
            self.timeline.cursor = event.seq - 1
        else:
            self.notify("The recording has no event at or before that time.", title="Go to", severity="warning")

    def on_searched(self, event: messages.Searched) -> None:
        """How far the search is."""
        self.prompt.say(f"searched {event.read:,} of {event.total:,} …")

    def on_search_ended(self, event: messages.SearchEnded) -> None:
        """Go to the hit."""
        if event.seq is None:
            self.prompt.say("not found")
            if not self.prompt.is_open:
                self.notify(f"No message has “{self._shown_needle}”.", title="Find", severity="warning", markup=False)
            return
        self.prompt.say(f"in #{event.seq:,}" + (" (from the other end)" if event.wrapped else ""))
        self.timeline.cursor = event.seq - 1

    def on_reading_failed(self, event: messages.ReadingFailed) -> None:
        """Say what is the case and what can be done."""
        self._show_problem(event.reason)

    def on_trouble(self, event: messages.Trouble) -> None:
        """Say it, and go on."""
        self.notify(visible(event.reason), title="This recording is not complete", severity="warning", markup=False)

    # What the widgets say

    @on(Timeline.Wanted)
    def _read_rows(self) -> None:
        if batches := self.timeline.wanted():
            self._source.want_rows(batches)

    @on(OverviewStrip.TimeWanted)
    def _time_wanted(self, event: OverviewStrip.TimeWanted) -> None:
        self._source.want_time(event.at)

    @on(Rows.Moved)
    def _cursor_moved(self) -> None:
        self.mark_place()
        self._want_detail()

    @on(Rows.Chosen, "#timeline")
    def _row_chosen(self) -> None:
        if self.timeline.fold.is_folded(self.timeline.cursor + 1):
            self.timeline.action_toggle_run()
        else:
            self.action_partner()

    @on(Timeline.FollowingChanged)
    def _following_changed(self, event: Timeline.FollowingChanged) -> None:
        self.heading.following = event.following

    @on(Prompt.Changed)
    def _prompt_changed(self, event: Prompt.Changed) -> None:
        if event.topic == "go":
            self.prompt.say("" if not event.text or place_of(event.text) else "a number, or a time like +12.5 or 4m12s")
        elif event.topic == "find":
            self._find_text = event.text
            self._find(self._find_from, forward=True, pause=_TYPING_PAUSE)

    @on(Prompt.Submitted)
    def _prompt_submitted(self, event: Prompt.Submitted) -> None:
        if event.topic == "find":
            # The search goes on; n and N take it up again.
            self.prompt.close()
        if event.topic != "go":
            return
        match place_of(event.text):
            case Number(seq):
                self.timeline.cursor = seq - 1
            case Time(at):
                self._source.want_time(at)
            case None:
                return
        self.prompt.close()

    @on(Prompt.Dismissed)
    def _prompt_dismissed(self) -> None:
        self.show_pane(self.pane)

    # What the keys do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Textual: None greys an action out."""
        is_live, has_text = self._able
        match action:
            case "follow":
                return is_live
            case "find_next" | "find_previous":
                return has_text or None
        return super().check_action(action, parameters)

    def action_partner(self) -> None:
        """To the answer of the request, or to the request of the answer; where there is neither, into the detail."""
        row = self.timeline.row
        partner = (row.answers or row.answered_by) if row is not None else None
        if partner is not None:
            self.timeline.cursor = partner - 1
        elif row is not None and row.outcome == "pending":
            self.notify(f"Nobody has answered #{row.seq:,} yet.", title=row.what, severity="warning", markup=False)
        elif row is not None and self.pane == "timeline":
            self.show_pane("detail")

    def action_next_pane(self, by: int) -> None:
        """To another pane, unless somebody types."""
        if not self.prompt.is_open:
            super().action_next_pane(by)

    def action_hex(self) -> None:
        """Hex or text; from another tab, the bytes first."""
        if self.detail.tab == "raw":
            self.detail.as_hex = not self.detail.as_hex
        else:
            self.detail.as_hex = True
            self.action_tab("raw")

    def action_wrap(self) -> None:
        """Wrap or not."""
        self.detail.text.wrap = not self.detail.text.wrap

    def action_find(self) -> None:
        """Ask for a text."""
        self._find_from = self.timeline.cursor
        self.prompt.ask("find", "find", "text in any message; a capital letter makes case count", self._find_text)

    def action_find_next(self) -> None:
        """The next hit below."""
        self._find(self.timeline.cursor + 1, forward=True)

    def action_find_previous(self) -> None:
        """The next hit above."""
        self._find(self.timeline.cursor + 1, forward=False)

    def action_go(self) -> None:
        """Ask for a place."""
        self.prompt.ask("go", "go to", "a number (1204), or a time since the start (+12.5, 4m12s)")

    def action_follow(self) -> None:
        """Stick to the end, or stay."""
        self.timeline.following = not self.timeline.following

    def action_copy(self) -> None:
        """What the detail shows, exactly, to the clipboard."""
        if self.detail.shown is None:
            return
        copy = copy_of(self.detail.shown, self.detail.tab)
        if copy.text is None:
            self.notify(copy.what, title="Not copied", severity="warning", markup=False)
        else:
            self.app.copy_to_clipboard(copy.text)
            self.notify(copy.what, title="Copied", markup=False)

    def action_back(self) -> None:
        """One step back: the prompt, the search, the detail, the screen."""
        if self.prompt.is_open:
            self.prompt.close()
        elif self._is_searching:
            self.workers.cancel_group(self, "find")
            self.notify("Search stopped.", title="Find")
        elif self.has_class(Layout.ONE.value) and self.pane != "timeline":
            self.show_pane("timeline")
        elif not self.leave_filter():
            self.dismiss()

    # How

    def _refresh_keys(self) -> None:
        """Offer what can be done now. Only where that has changed: the footer is slow to make."""
        able = (self._head is not None and self._head.live, bool(self._find_text))
        if able != self._able:
            self._able = able
            self.refresh_bindings()

    @property
    def _shown_needle(self) -> str:
        return clip(visible(self._find_text), 40)

    @property
    def _is_searching(self) -> bool:
        return any(worker.group == "find" and worker.is_running for worker in self.workers)

    def _want_detail(self) -> None:
        self.follow()
        seq = self.timeline.cursor + 1
        if self.timeline.count and seq != self._wanted_seq:
            self._wanted_seq = seq
            self._source.want_detail(seq)

    def _find(self, start: int, *, forward: bool, pause: float = 0) -> None:
        self._refresh_keys()
        if not self._find_text:
            self.detail.mark(None)
            self.prompt.say("")
            self.workers.cancel_group(self, "find")
            return
        self.detail.mark(needle_of(self._find_text).pattern)
        self._search(self._find_text, start, forward, pause)

    @work(thread=True, exclusive=True, group="find")
    def _search(self, text: str, start: int, forward: bool, pause: float) -> None:
        worker = get_current_worker()
        if pause and worker.cancelled_event.wait(pause):
            return

        def post(message: Message) -> None:
            if not worker.is_cancelled:
                self.post_message(message)

        search(self.path, needle_of(text), start, forward, lambda: worker.is_cancelled, post)

    def _show_problem(self, reason: str) -> None:
        text = Text.assemble(
            ("✖ This recording cannot be shown\n\n", "bold"),
            visible(reason),
            ("\n\nescape: back to the recordings", "dim"),
        )
        self.problem.update(text)
        self.add_class("-problem")


def _nothing_in(head: Head) -> tuple[str, ...]:
    match head.state:
        case State.LIVE:
            return ("Nothing has crossed yet.", "The recording is live: the first line appears here as it comes.")
        case State.UNFINISHED:
            return ("Nothing was recorded.", "Whoever recorded stopped before the first line.")
    return ("Nothing was recorded.", f"It ended with: {head.end}; {count(head.events, 'event')}.")
