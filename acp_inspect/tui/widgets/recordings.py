"""The list of recordings: one line each, the newest first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Final, NamedTuple

from rich.segment import Segment
from textual.strip import Strip

from acp_inspect.tui.values import Head, State
from acp_inspect.tui.widgets.rows import Rows
from acp_inspect.views.visible import cells_of, fit, visible

_STYLES: Final = ("muted", "client", "agent", "live", "warning", "error", "name")


class _Cell(NamedTuple):
    text: str
    width: int
    style: str = ""
    right: bool = False


class RecordingList(Rows):
    """Shows `Head`s. The cursor stays on its recording while others come and go."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"recordings--{name}" for name in _STYLES}

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._heads: tuple[tuple[int, Head], ...] = ()

    @property
    def head(self) -> Head | None:
        """The recording under the cursor."""
        return self._heads[self.cursor][1] if self.cursor < len(self._heads) else None

    def put(self, heads: Sequence[tuple[int, Head]]) -> None:
        """Show these, each with its number."""
        path = self.head.path if self.head is not None else None
        self._heads = tuple(heads)
        self.count = len(heads)
        self._stay_on(path)
        self.forget()

    def _stay_on(self, path: Path | None) -> None:
        for position, (_, head) in enumerate(self._heads):
            if head.path == path:
                self.cursor = position

    def draw_title(self, width: int) -> Strip:
        """Titles of the columns there is room for."""
        return Strip(list(_segments(_cells(width, 0, None))))

    def draw_row(self, position: int, width: int) -> Strip | None:
        """A recording."""
        number, head = self._heads[position]
        return Strip(
            [
                Segment(text, self.style_of(f"recordings--{style}") if style else None)
                for text, style in _texts(_cells(width, number, head))
            ]
        )

    def draw_skeleton(self, position: int, width: int) -> Strip:
        """Never needed: a head is there before its row is."""
        return Strip.blank(width)


def _segments(cells: Iterator[_Cell]) -> Iterator[Segment]:
    return (Segment(text) for text, _ in _texts(cells))


def _texts(cells: Iterator[_Cell]) -> Iterator[tuple[str, str]]:
    for cell in cells:
        shown = fit(cell.text, cell.width)
        padding = " " * max(0, cell.width - cells_of(shown))
        yield (padding + shown if cell.right else shown + padding) + " ", cell.style


def _cells(width: int, number: int, head: Head | None) -> Iterator[_Cell]:
    """The cells of a row, or of the titles where there is no head."""
    wide, middling = width >= 132, width >= 100
    roomy = width >= 150
    end = 18 if roomy else 13
    when = 16 if middling else 11
    found = 15 if roomy else 5
    fixed = 1 + 3 + 1 + when + 3 + 7 + 7 + end + found + (9 if middling else 0) + (8 if middling else 0)
    columns = 12 if middling else 10
    rest = max(16, width - fixed - columns - 1)
    name = rest // 4 if wide else 0
    client = (rest - name) // 2
    agent = rest - name - client - (1 if name else 0)
    if head is None:
        yield _Cell("", 1)
        yield _Cell("#", 3, right=True)
        yield _Cell("", 1)
        yield _Cell("when", when)
        titles = ("name", "agent", "client", "ACP", "sessions", "messages" if middling else "msgs", "errors")
        tail = ("length", "end")
    elif head.state is State.UNREADABLE:
        yield _Cell("", 1)
        yield _Cell(str(number), 3, "muted", True)
        yield _Cell("✖", 1, "error")
        yield _Cell(f"{head.name}: {head.reason}", width - 10, "error")
        return
    else:
        yield _Cell("", 1)
        yield _Cell(str(number), 3, "muted", True)
        mark, style = _MARKS[head.state]
        yield _Cell(mark, 1, style)
        yield _Cell(head.when[-when:] if head.when else "–", when)
        titles = (
            " ".join((head.name or visible(head.path.stem), *(f"#{visible(tag)}" for tag in head.tags))),
            head.agent or "–",
            head.client or "–",
            head.protocol or "–",
            f"{head.session_count:,}",
            f"{head.messages:,}",
            f"✖ {head.errors:,}" if head.errors else "",
        )
        tail = (head.duration, head.end)
    title = head is None
    if name:
        yield _Cell(titles[0], name, "" if head is None else "name" if head.name else "muted")
    yield _Cell(titles[1], agent, "" if title else "agent")
    yield _Cell(titles[2], client, "" if title else "client")
    yield _Cell(titles[3], 3)
    if middling:
        yield _Cell(titles[4], 8, "", True)
    yield _Cell(titles[5], 8 if middling else 7, "", True)
    if middling:
        yield _Cell(titles[6], 7, "" if title else "error", True)
    yield _Cell(
        ("findings" if roomy else "found") if head is None else _findings(head, roomy),
        found,
        "" if title else _worst(head),
    )
    yield _Cell(tail[0], 7, "", True)
    yield _Cell(tail[1], end, "" if title or head is None else _end_style(head))


_MARKS: Final = {
    State.LIVE: ("●", "live"),
    State.FINISHED: (" ", ""),
    State.UNFINISHED: ("▲", "warning"),
    State.UNREADABLE: ("✖", "error"),
}


def _findings(head: Head, roomy: bool) -> str:
    """The findings by level, or the worst level where there is no room for more."""
    by_level = [f"{sign}{number:,}" for sign, number in zip("✖▲ⓘ", head.findings, strict=True) if number]
    if not head.judged:
        return ""
    more = "…" if head.judged < head.events else ""
    return (" ".join(by_level if roomy else by_level[:1]) + more) or "none"


def _worst(head: Head | None) -> str:
    errors, warnings, _ = head.findings if head is not None else (0, 0, 0)
    return "error" if errors else "warning" if warnings else "muted"


def _end_style(head: Head) -> str:
    if head.live:
        return "live"
    if head.state is State.UNFINISHED:
        return "warning"
    good = head.end in ("exit 0", "ended", "imported")
    return "muted" if good else "error"
