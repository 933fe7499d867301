"""The panes of the inspect screen beside the timeline: which is shown where, and what fills them."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import ClassVar, Final

from textual import events, getters, on
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from acp_inspect.tui import messages
from acp_inspect.tui.layout import Layout, layout_for
from acp_inspect.tui.moments import MomentSource, Wish
from acp_inspect.tui.reading import read_overview_for
from acp_inspect.tui.screens.rule import RuleScreen
from acp_inspect.tui.values import Found, Head
from acp_inspect.tui.widgets.detail import TABS, DetailPane, Tabs
from acp_inspect.tui.widgets.findings import FindingList
from acp_inspect.tui.widgets.overview import OverviewStrip
from acp_inspect.tui.widgets.state import StatePane, StateText, lines_of
from acp_inspect.tui.widgets.timeline import Timeline
from acp_inspect.views.change import change_lines
from acp_inspect.views.finding import GLYPHS

PANES: Final = ("timeline", "detail", "state", "findings")
"""In the order in which `tab` goes through them."""

_SURVEY_EVERY: Final = 1.0
"""Seconds between two looks at the whole of a recording that grows."""


class PaneScreen(Screen[None]):
    """What the inspect screen begins with: moves between panes, fills those that do not page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next_pane(1)", "Next pane", tooltip="To the next pane", priority=True),
        Binding("shift+tab", "next_pane(-1)", "Pane before", show=False, tooltip="To the pane before", priority=True),
        Binding(
            "s", "session", "Session", show=False, tooltip="State of the next session, or of the one at the cursor"
        ),
        Binding("e", "explain", "Explain", tooltip="The page of the rule that found something here"),
    ]

    timeline = getters.query_one(Timeline)
    detail = getters.query_one(DetailPane)
    overview = getters.query_one(OverviewStrip)
    state = getters.query_one(StatePane)
    findings = getters.query_one(FindingList)

    pane: reactive[str] = reactive("timeline")
    """Where the focus is; where there is no room for all, what is shown."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self._moments = MomentSource(path, self.post_message)
        self._wish: Wish | None = None
        self._reads_moments = False
        self._surveying = self._survey_again = False
        self._session: str | None = None
        self._found: dict[int, Found] = {}
        """The worst finding of each event that is in the list."""
        self.sessions: tuple[str, ...] = ()
        """The ids of the recording's sessions."""

    def on_unmount(self) -> None:
        """Let the recording go."""
        self._moments.stop()

    def watch_pane(self, pane: str) -> None:
        """The stylesheet shows and hides by these classes."""
        for each in PANES:
            self.set_class(each == pane, f"-{each}")
        if pane != "timeline":
            for each in PANES[1:]:
                self.set_class(each == pane, f"-with-{each}")
        self.call_after_refresh(self.follow)

    def show_pane(self, pane: str) -> None:
        """Put the focus there."""
        self.pane = pane
        self._focus_of(pane).focus()

    def _focus_of(self, pane: str) -> Widget:
        match pane:
            case "detail":
                return self.detail.text
            case "state":
                return self.state.text
            case "findings":
                return self.findings
        return self.timeline

    def action_next_pane(self, by: int) -> None:
        """To another pane."""
        self.show_pane(PANES[(PANES.index(self.pane) + by) % len(PANES)])

    def action_tab(self, tab: str) -> None:
        """One of the tabs of the detail."""
        if tab in TABS:
            self.detail.tab = tab
            self.follow()
            if not self.detail.display:
                self.show_pane("detail")

    def action_explain(self) -> None:
        """The rule of the finding under the cursor; elsewhere, of the worst one of the event."""
        rule = self.findings.rule if self.pane == "findings" else None
        if rule is None and self.detail.shown is not None and self.detail.shown.findings:
            rule = self.detail.shown.findings[0].rule
        if rule is None:
            self.notify("Nothing was found at this event.", title="Explain", severity="warning")
        else:
            self.app.push_screen(RuleScreen(rule))

    @on(Tabs.Chosen)
    def _tab_chosen(self, event: Tabs.Chosen) -> None:
        self.action_tab(event.tab)

    @on(FindingList.Wanted)
    def _finding_wanted(self, event: FindingList.Wanted) -> None:
        self.timeline.cursor = event.seq - 1
        if self.has_class(Layout.ONE.value):
            self.show_pane("timeline")

    @property
    def state_is_shown(self) -> bool:
        """Whether the state pane can be seen."""
        return self.state.display and self.state.parent is not None and bool(self.state.size.height)

    def follow(self) -> None:
        """Ask for the state at the cursor, if anybody can see it."""
        if not self.timeline.count or not (self.state_is_shown or self.detail.tab == "changes"):
            return
        wish = Wish(self.timeline.cursor + 1, self.state.tab, self._session)
        if wish == self._wish:
            return
        self._wish = wish
        if not self._reads_moments:
            self._reads_moments = True
            self.run_worker(self._moments.run, thread=True, group="moments")
        self._moments.want(wish)

    def on_moment_read(self, event: messages.MomentRead) -> None:
        """The state at the cursor, unless the cursor has gone on."""
        if self._wish is not None and event.told.moment.seq == self._wish.seq:
            found = self._found.get(event.told.moment.seq)
            self.state.show_told(event.told, f"{GLYPHS[found.level]} {found.rule}" if found is not None else "")
            self.detail.changes = (event.told.moment.seq, lines_of(list(change_lines(event.told.changes))))

    def on_moment_awaited(self, event: messages.MomentAwaited) -> None:
        """How far the first pass is."""
        self.state.wait_for(event.read, event.wanted)

    @on(StatePane.TabChanged)
    def _state_tab_changed(self) -> None:
        self.follow()

    @on(StateText.Wanted)
    def _entity_wanted(self, event: StateText.Wanted) -> None:
        self.timeline.cursor = event.seq - 1

    def action_session(self) -> None:
        """The state of the next session; after the last one, of the one the cursor is about."""
        choices = [None, *self.sessions]
        self._session = choices[(choices.index(self._session) + 1) % len(choices)] if self.sessions else None
        self.follow()

    def survey(self) -> None:
        """Look at the whole recording anew, once the look before has come to its end."""
        if self._surveying or not self.overview.columns:
            self._survey_again = True
            return
        self._surveying, self._survey_again = True, False
        self.run_worker(partial(read_overview_for, self.path, self.overview.columns, self.post_message), thread=True)

    def on_overview_read(self, event: messages.OverviewRead) -> None:
        """Show it; if there was more meanwhile, look again, but not all the time."""
        self.overview.overview = event.overview
        self.mark_place()
        self.set_timer(_SURVEY_EVERY, self._survey_done)

    def _survey_done(self) -> None:
        self._surveying = False
        if self._survey_again:
            self.survey()

    def mark_place(self) -> None:
        """Show the cursor in the strip."""
        row = self.timeline.row
        self.overview.place = (self.timeline.cursor + 1, row.at if row is not None else -1)

    @on(OverviewStrip.EventWanted)
    def _event_wanted(self, event: OverviewStrip.EventWanted) -> None:
        self.timeline.cursor = event.seq - 1

    @on(OverviewStrip.Resized)
    def _strip_resized(self) -> None:
        self.survey()

    def on_findings_read(self, event: messages.FindingsRead) -> None:
        """What the rules found, so far."""
        self.survey()
        self.timeline.flag(event.marks)
        self._found = {found.seq: found for found in reversed(event.findings)}
        self.findings.show_findings(event.findings, event.more)

    def tell_about_findings(self, head: Head) -> None:
        """What the empty list says."""
        judged = "everything is judged" if head.judged >= head.events else f"judged up to #{head.judged:,}"
        self.findings.empty = (
            ("The rules are at work.", judged)
            if head.judging or (head.live and head.judged < head.events)
            else ("Nothing was found.", f"{judged.capitalize()}.")
        )

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """A click may have moved the focus from pane to pane."""
        for pane in PANES:
            if event.widget is self._focus_of(pane):
                self.pane = pane

    def on_resize(self, event: events.Resize) -> None:
        """Other room, other layout."""
        layout = layout_for(event.size.width, event.size.height)
        for each in Layout:
            self.set_class(each is layout, each.value)
        self.call_after_refresh(self.follow)
