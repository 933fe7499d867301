"""The line at the top: which recording this is, who talks, how much there is, how it stands."""

from __future__ import annotations

from typing import ClassVar, Final, NamedTuple

from rich.text import Text
from textual.reactive import reactive
from textual.widget import Widget

from acp_inspect.tui.values import Head, State
from acp_inspect.views.finding import GLYPHS, LEVELS
from acp_inspect.views.units import count
from acp_inspect.views.visible import cells_of, fit

_ROOMY: Final = 110


class _Piece(NamedTuple):
    text: str
    style: str
    rank: int
    """The highest goes first where there is no room."""


class Heading(Widget):
    """Shows a `Head` in as many words as there is room for."""

    ALLOW_SELECT = False

    COMPONENT_CLASSES: ClassVar[set[str]] = {
        "heading--client",
        "heading--agent",
        "heading--muted",
        "heading--live",
        "heading--error",
        "heading--warning",
        "heading--info",
    }

    DEFAULT_CSS = """
    Heading { height: 1; width: 100%; padding: 0 1; background: $panel; text-wrap: nowrap; }
    """

    head: reactive[Head | None] = reactive(None)
    following: reactive[bool] = reactive(False)

    def render(self) -> Text:
        """The line."""
        if self.head is None:
            return Text("opening …", self._style("muted"))
        pieces = heading_pieces(self.head, self.following, self.content_size.width)
        return Text.assemble(*((text, self._style(style)) for text, style, _ in pieces), no_wrap=True, end="")

    def _style(self, name: str) -> str:
        return str(self.get_component_rich_style(f"heading--{name}", partial=True)) if name else ""


def heading_pieces(head: Head, following: bool, width: int) -> list[_Piece]:
    """What a heading of `width` cells says, in order; at least who talks is always there."""
    parties = [
        _Piece(head.client or "client unknown", "client", 0),
        _Piece(" ⇄ ", "muted", 0),
        _Piece(head.agent or "agent unknown", "agent", 0),
    ]
    roomy = width >= _ROOMY
    findings = [
        _Piece(f"{' ' if place else ''}{GLYPHS[level]}{number:,}", level, 1)
        for place, (level, number) in enumerate(
            (level, number) for level, number in zip(LEVELS, head.findings, strict=True) if number
        )
    ]
    if head.judging:
        done = f" {100 * head.judged // head.events} %" if head.events and 0 < head.judged < head.events else " …"
        findings = [_Piece(f"judging{done}", "muted", 1)]
    elif findings:
        findings.insert(0, _Piece("found ", "muted", 1))
    errors = f"✖ {count(head.errors, 'error')}" if roomy else f"✖ {head.errors:,}"
    gaps = f"▲ {count(head.gaps, 'gap')}" if roomy else f"▲ {head.gaps:,}"
    pending = f"… {head.pending:,} pending" if roomy else f"… {head.pending:,}"
    groups = [
        [_Piece(head.name or head.when, "", 5)] if head.name or head.when else [],
        parties,
        [_Piece(f"ACP {head.protocol}", "", 6)] if head.protocol else [],
        [_Piece(head.duration, "", 8)] if head.duration else [],
        [_Piece(count(head.events, "event"), "", 7)],
        [_Piece(errors, "error", 1)] if head.errors else [],
        [_Piece(gaps, "warning", 4)] if head.gaps else [],
        [_Piece(pending, "warning", 3)] if head.pending else [],
        findings,
        [_state(head, following)],
    ]
    if head.name and head.when:
        groups.insert(1, [_Piece(head.when, "muted", 9)])
    groups = [group for group in groups if group]
    while _width(groups) > width and (dispensable := [group for group in groups if group[0].rank]):
        groups.remove(max(dispensable, key=lambda group: group[0].rank))
    if _width(groups) > width:
        room = max(8, (width - 3) // 2)
        groups = [[_Piece(fit(piece.text, room), piece.style, 0) for piece in parties]]
    pieces: list[_Piece] = []
    for group in groups:
        if pieces:
            pieces.append(_Piece(" · ", "muted", 0))
        pieces.extend(group)
    return pieces


def _width(groups: list[list[_Piece]]) -> int:
    return sum(cells_of(piece.text) for group in groups for piece in group) + 3 * (len(groups) - 1)


def _state(head: Head, following: bool) -> _Piece:
    match head.state:
        case State.LIVE:
            return _Piece("● live, following" if following else "● live", "live", 2)
        case State.UNFINISHED:
            return _Piece("▲ unfinished", "warning", 2)
    return _Piece(head.end, "error" if head.end.startswith(("killed", "not started")) else "muted", 2)
