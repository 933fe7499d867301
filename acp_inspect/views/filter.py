"""Which events to show: one language for the viewer, `show`, `export` and `check` (docs/reference/filter.md)."""

from __future__ import annotations

from dataclasses import dataclass

from acp_inspect.views.filter_language.fault import Fault, WrongFilter
from acp_inspect.views.filter_language.meet import Around, meets
from acp_inspect.views.filter_language.nodes import All, Levels, Node, Not, Rules, Says, Some, nodes_of
from acp_inspect.views.filter_language.parse import parse
from acp_inspect.views.timeline import EventFacts


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter that can be asked. `Recording.events` and `Recording.search` take it as `where`."""

    text: str
    """As it was written."""
    root: Node

    def meets(self, event: EventFacts, around: Around) -> bool:
        """Whether one event, as its row has it, meets the filter."""
        return meets(self.root, event, around)

    @property
    def everything(self) -> bool:
        """Whether every event meets it, because it asks nothing."""
        return self.root == All()

    @property
    def asks_findings(self) -> bool:
        """Whether the answer depends on what the rules say, and so on how far they have come."""
        return any(isinstance(node, Rules | Levels) for node in nodes_of(self.root))

    @property
    def searched(self) -> tuple[str, ...]:
        """The texts it searches for, for `text_search.marks`; those that must not be there are left out."""
        return tuple(dict.fromkeys(_searched(self.root)))


def read_filter(text: str) -> Filter | Fault:
    """The filter that a text means, or what is wrong with it."""
    try:
        return Filter(text, parse(text))
    except WrongFilter as wrong:
        return wrong.fault


def _searched(node: Node) -> list[str]:
    match node:
        case Says(text):
            return [text]
        case All(parts) | Some(parts):
            return [text for part in parts for text in _searched(part)]
        case Not(Not(part)):
            return _searched(part)
    return []
