"""The page of a rule over the screen: what is wrong, why it matters, what to do instead, with examples."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Markdown

from acp_inspect.views.visible import visible


class RuleScreen(ModalScreen[None]):
    """Explains one rule."""

    CSS_PATH = "rule.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,e,enter", "dismiss", "Close", tooltip="Back to where you were"),
    ]

    def __init__(self, rule: str) -> None:
        super().__init__()
        self.rule = rule

    def compose(self) -> ComposeResult:
        """One long page."""
        with VerticalScroll(id="rule-box") as box:
            box.border_title = visible(self.rule)
            box.border_subtitle = "escape closes"
            yield Markdown("reading …", open_links=False, id="rule-page")

    def on_mount(self) -> None:
        """Reading the rules for the first time takes a moment."""
        self.run_worker(self._read, thread=True)

    def _read(self) -> None:
        self.app.call_from_thread(self.query_one(Markdown).update, page_of(self.rule))


def page_of(rule_id: str) -> str:
    """The page of a rule as Markdown; says so where this version knows no such rule."""
    from acp_inspect.rules.registry import rules_by_id
    from acp_inspect.views.rule_page import page_markdown

    rule = rules_by_id().get(rule_id)
    if rule is None:
        return "This version has no rule of that name. The recording was judged by another one."
    return page_markdown(rule)
