"""The panes of the inspect screen beside the timeline: which is shown where, and what fills them."""

from __future__ import annotations

from typing import ClassVar, Final

from textual import events, getters, on
from textual.binding import Binding, BindingType
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from acp_inspect.tui import messages
from acp_inspect.tui.layout import Layout, layout_for
from acp_inspect.tui.screens.rule import RuleScreen
from acp_inspect.tui.values import Head
from acp_inspect.tui.widgets.detail import TABS, DetailPane, Tabs
from acp_inspect.tui.widgets.findings import FindingList
from acp_inspect.tui.widgets.timeline import Timeline

PANES: Final = ("timeline", "detail", "findings")
"""In the order in which `tab` goes through them."""


class PaneScreen(Screen[None]):
    """Base of the inspect screen: moves between panes, fills those that do not page."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "next_pane(1)", "Next pane", tooltip="To the next pane", priority=True),
        Binding("shift+tab", "next_pane(-1)", "Pane before", show=False, tooltip="To the pane before", priority=True),
        Binding("e", "explain", "Explain", tooltip="The page of the rule that found something here"),
    ]

    timeline = getters.query_one(Timeline)
    detail = getters.query_one(DetailPane)
    findings = getters.query_one(FindingList)

    pane: reactive[str] = reactive("timeline")
    """Where the focus is; where there is no room for all, what is shown."""

    def watch_pane(self, pane: str) -> None:
        """The stylesheet shows and hides by these classes."""
        for each in PANES:
            self.set_class(each == pane, f"-{each}")
        if pane != "timeline":
            for each in PANES[1:]:
                self.set_class(each == pane, f"-with-{each}")

    def show_pane(self, pane: str) -> None:
        """Put the focus there."""
        self.pane = pane
        self._focus_of(pane).focus()

    def _focus_of(self, pane: str) -> Widget:
        match pane:
            case "detail":
                return self.detail.text
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

    def on_findings_read(self, event: messages.FindingsRead) -> None:
        """What the rules found, so far."""
        self.timeline.flag(event.marks)
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
