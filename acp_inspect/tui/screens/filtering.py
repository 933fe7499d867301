"""The filter bar of the inspect screen: which events are shown, how many there are, and the way back to all."""

from __future__ import annotations

from array import array
from typing import ClassVar

from textual import getters, on, work
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Static
from textual.worker import get_current_worker

from acp_inspect.tui import messages
from acp_inspect.tui.completing import FilterSuggester
from acp_inspect.tui.filtering import Extent, filter_events
from acp_inspect.tui.keys import key
from acp_inspect.tui.screens.scrubbing import ScrubbingScreen
from acp_inspect.tui.widgets.prompt import Prompt
from acp_inspect.tui.widgets.rows import Rows
from acp_inspect.views.filter import Filter, read_filter
from acp_inspect.views.filter_language.complete import Known, known_names
from acp_inspect.views.filter_language.fault import Fault
from acp_inspect.views.visible import clip, visible


class FilteringScreen(ScrubbingScreen):
    """Needs a `#filter` line and a `Prompt` beside what its base needs."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f", "filter", "Filter", tooltip="Show only some events, such as update:tool_call* or status:error"),
        key("v", "filtered", "All or filtered", "Show all events for a moment, or those of the filter again"),
    ]

    filter_line = getters.query_one("#filter", Static)
    prompt = getters.query_one(Prompt)
    _filter: Filter | None
    _hits: array[int]

    def on_mount(self) -> None:
        """Textual calls this one and those of the other classes."""
        self._filter = None
        self._hits = array("I")
        self._asked = self._total = 0
        self._anchor = 0
        self._filters: list[str] = []
        self._names: Known | None = None

    # What is typed

    def action_filter(self) -> None:
        """Ask for a filter."""
        if self._names is None:
            self._read_names()
        self.prompt.ask(
            "filter",
            "filter",
            'update:tool_call* status:error latency:>500ms text:"rate limit" not method:session/update',
            self._filter.text if self._filter is not None else "",
            suggester=FilterSuggester(self._known),
            history=self._filters,
        )

    @work(thread=True, group="names")
    def _read_names(self) -> None:
        # They are read from the schemas and all rules, which takes a second.
        self._names = known_names()

    def _known(self) -> Known | None:
        return self._names._replace(sessions=self.timeline.sessions) if self._names is not None else None

    @on(Prompt.Changed)
    def _filter_typed(self, event: Prompt.Changed) -> None:
        if event.topic == "filter":
            read = read_filter(event.text)
            self.prompt.say(_fault_text(read) if isinstance(read, Fault) else "")

    @on(Prompt.Submitted)
    def _filter_submitted(self, event: Prompt.Submitted) -> None:
        if event.topic != "filter":
            return
        read = read_filter(event.text)
        if isinstance(read, Fault):
            self.prompt.say(_fault_text(read))
            return
        self.prompt.close()
        if read.everything:
            self.clear_filter()
            return
        if event.text in self._filters:
            self._filters.remove(event.text)
        self._filters.append(event.text)
        self._begin(read)

    # What is found

    def _begin(self, where: Filter) -> None:
        self._filter = where
        self._hits = array("I")
        self._asked = self._total = 0
        self._anchor = self.timeline.cursor + 1
        self.timeline.empty = ("No event has met the filter yet.", "escape shows all")
        self.timeline.show_only(())
        self._search_filtered(where)
        self._say_filter()

    @work(thread=True, exclusive=True, group="filter")
    def _search_filtered(self, where: Filter) -> None:
        worker = get_current_worker()

        def post(message: Message) -> None:
            if not worker.is_cancelled:
                self.post_message(message)

        def extent() -> Extent:
            # In this order: what is not live any more has all its events.
            grows = self.timeline.live
            return Extent(self.timeline.count, grows)

        filter_events(self.path, where, worker.cancelled_event, extent, post)

    def on_filtered(self, event: messages.Filtered) -> None:
        """More events are asked."""
        if self._filter is None or event.text != self._filter.text:
            return
        self._hits.extend(array("I", event.seqs))
        self._asked, self._total = event.asked, event.total
        if self.timeline.fold.is_filtered:
            self.timeline.found(event.seqs)
            self._settle()
        self._say_filter()

    def _settle(self) -> None:
        """Put the cursor on a hit: the first from where it stood, or the last of all."""
        if not self._anchor or not self._hits:
            return
        if self.timeline.fold.has(self.timeline.cursor + 1):
            self._anchor = 0
        elif self._hits[-1] >= self._anchor or self._asked >= self._total:
            row = self.timeline.fold.row_of(self._anchor)
            if self.timeline.fold.span(row).first < self._anchor and row + 1 < len(self._hits):
                row += 1
            self._anchor = 0
            self.timeline.cursor = self._hits[row] - 1

    @on(Rows.Moved)
    def _moved_to_what_is_hidden(self) -> None:
        fold = self.timeline.fold
        if fold.is_filtered and not self._anchor and len(fold) and not fold.has(self.timeline.cursor + 1):
            self.action_filtered()
            seq = self.timeline.cursor + 1
            self.notify(f"#{seq:,} does not meet the filter: all are shown. v: filtered again", timeout=3)

    # The way back

    def action_filtered(self) -> None:
        """All events for a moment, or those of the filter again."""
        if self._filter is None:
            return
        if self.timeline.fold.is_filtered:
            self.timeline.show_only(None)
        else:
            self._anchor = self.timeline.cursor + 1
            self.timeline.show_only(self._hits)
            self._settle()
        self._say_filter()

    def clear_filter(self) -> None:
        """Show all events again."""
        self.workers.cancel_group(self, "filter")
        self._filter = None
        self.timeline.show_only(None)
        self._say_filter()

    def leave_filter(self) -> bool:
        """Stop the search of the filter, else show all again. False = there is nothing to leave."""
        if self._filter is None:
            return False
        if self._asked < self._total or not self._total:
            self.workers.cancel_group(self, "filter")
            self._total = self._asked = max(1, self._asked)
            self._say_filter(stopped=True)
        else:
            self.clear_filter()
        return True

    def _say_filter(self, *, stopped: bool = False) -> None:
        self.set_class(self._filter is not None, "-filter")
        if self._filter is None:
            return
        text = clip(visible(self._filter.text), 60)
        far = f" · asked {self._asked:,} of {self._total:,} …, escape stops" if self._asked < self._total else ""
        if stopped:
            far = f" · stopped after {self._asked:,}"
        off = "" if self.timeline.fold.is_filtered else " · off for a moment, v: on again"
        self.filter_line.update(f"filter ▸ {text}   {len(self._hits):,} of {self.timeline.count:,}{far}{off}")


def _fault_text(fault: Fault) -> str:
    return f"at {fault.start + 1}: {fault.message}"
