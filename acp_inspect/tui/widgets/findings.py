"""The list of findings: groups by rule and side, the worst first; under each finding the events that prove it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import ClassVar, NamedTuple, TypeAlias

from rich.segment import Segment
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.strip import Strip

from acp_inspect.tui.values import Found, Proof
from acp_inspect.tui.widgets.rows import Rows
from acp_inspect.views.finding import GLYPHS, LEVELS
from acp_inspect.views.units import count
from acp_inspect.views.visible import cells_of, fit


class Group(NamedTuple):
    """The findings of a rule about a side."""

    level: str
    rule: str
    side: str
    number: int


Entry: TypeAlias = Group | Found | Proof | str
"""A row; text = how many are left out."""


def grouped(findings: Sequence[Found]) -> list[tuple[Group, list[Found]]]:
    """The findings by rule, side and level: the worst level first, then the rule that is broken most often."""
    key = sorted(findings, key=lambda found: (LEVELS.index(found.level), found.rule, found.side, found.seq))
    groups = []
    for (level, rule, side), same in groupby(key, key=lambda found: (found.level, found.rule, found.side)):
        members = list(same)
        groups.append((Group(level, rule, side, len(members)), members))
    return sorted(groups, key=lambda group: (LEVELS.index(group[0].level), -group[0].number, group[0].rule))


class FindingList(Rows):
    """Shows findings it is given, and says which event somebody wants to see."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "To the event", tooltip="To the finding's event, or to the event that proves it"),
        Binding("left", "fold(True)", "Fold", show=False, tooltip="Fold the findings of this rule into one row"),
        Binding("right", "fold(False)", "Unfold", show=False, tooltip="Show the findings of this rule"),
    ]

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        *(f"findings--{name}" for name in ("error", "warning", "info", "rule", "client", "agent", "muted", "seq")),
    }

    class Wanted(Message):
        """Somebody wants to see an event."""

        def __init__(self, seq: int) -> None:
            super().__init__()
            self.seq = seq

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._groups: list[tuple[Group, list[Found]]] = []
        self._folded: set[tuple[str, str, str]] = set()
        self._entries: list[Entry] = []
        self._more = 0

    @property
    def entry(self) -> Entry | None:
        """What the cursor stands on."""
        return self._entries[self.cursor] if self._entries else None

    @property
    def rule(self) -> str | None:
        """The rule of the row under the cursor."""
        for position in range(min(self.cursor, len(self._entries) - 1), -1, -1):
            match self._entries[position]:
                case Group(rule=rule) | Found(rule=rule):
                    return rule
        return None

    def show_findings(self, findings: Sequence[Found], more: int) -> None:
        """Show these; `more`: how many there are beside them. The cursor stays on its finding."""
        here = self.entry
        self._groups, self._more = grouped(findings), more
        self._arrange(here)

    def _arrange(self, here: Entry | None) -> None:
        self._entries = list(self._all())
        self.count = len(self._entries)
        if here in self._entries:
            self.cursor = self._entries.index(here)
        self.forget()

    def _all(self) -> Iterator[Entry]:
        for group, members in self._groups:
            yield group
            if group[:3] not in self._folded:
                for found in members:
                    yield found
                    yield from found.proofs
        if self._more:
            yield f"… {count(self._more, 'finding')} more; `acp-inspect check` lists them all"

    def action_choose(self) -> None:
        """To what the row is about; a group folds or unfolds."""
        match self.entry:
            case Group() as group:
                self.action_fold(group[:3] not in self._folded)
            case Found(seq=seq) | Proof(seq=seq):
                self.post_message(self.Wanted(seq))

    def action_fold(self, fold: bool) -> None:
        """Fold or unfold the group that the cursor is in."""
        for position in range(min(self.cursor, len(self._entries) - 1), -1, -1):
            group = self._entries[position]
            if isinstance(group, Group):
                (self._folded.add if fold else self._folded.discard)(group[:3])
                self._arrange(group if fold else self.entry)
                return

    def draw_title(self, width: int) -> Strip:
        """How many there are."""
        findings = sum(group.number for group, _ in self._groups) + self._more
        rules = count(len({group.rule for group, _ in self._groups}), "rule")
        return Strip([Segment(f" {count(findings, 'finding')} of {rules}" if findings else " Findings")])

    def draw_row(self, position: int, width: int) -> Strip | None:
        """A group, a finding, or a proof."""
        pieces = _pieces(self._entries[position], self._folded, width)
        return Strip([Segment(text, self.style_of(f"findings--{name}") if name else None) for text, name in pieces])

    def draw_skeleton(self, position: int, width: int) -> Strip:
        """Never needed: what has a row is known."""
        return Strip.blank(width)


def _pieces(entry: Entry, folded: set[tuple[str, str, str]], width: int) -> list[tuple[str, str]]:
    match entry:
        case Group(level, rule, side, number):
            fold = "▸" if entry[:3] in folded else "▾"
            name = [(f" {fold} {GLYPHS[level]} ", level), (rule, "rule"), (f"  {side.capitalize()}", side.lower())]
            return [*name, (f"  ×{number:,}" if number > 1 else "", "muted")]
        case Found():
            tail = "  ".join(word for word in (entry.effect, entry.evidence) if word)
            head = f"    #{entry.seq:<6,} "
            room = max(10, width - len(head))
            shown = fit(entry.message, room)
            spare = room - cells_of(shown) - 2
            return [(head, "seq"), (shown, ""), (f"  {fit(tail, spare)}" if spare > 4 else "", "muted")]
        case Proof(seq, what):
            return [(f"       proof #{seq:,} ", "muted"), (fit(what, max(0, width - 24)), "muted")]
    return [(f"   {entry}", "muted")]
