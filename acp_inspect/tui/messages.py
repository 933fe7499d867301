"""What the readers tell the screens. Messages that can come faster than the eye replace one another."""

from __future__ import annotations

from collections.abc import Mapping

from textual.message import Message

from acp_inspect.tui.values import Found, Head, Mark, Overview, Shown
from acp_inspect.views.moment import Told
from acp_inspect.views.timeline import TimelineRow


class HeadRead(Message):
    """What is known about the recording, now."""

    def __init__(self, head: Head) -> None:
        super().__init__()
        self.head = head

    def can_replace(self, message: Message) -> bool:
        """The newest counts."""
        return isinstance(message, HeadRead)


class PageRead(Message):
    """A page of the timeline."""

    def __init__(self, page: int, rows: tuple[TimelineRow, ...]) -> None:
        super().__init__()
        self.page = page
        self.rows = rows


class DetailRead(Message):
    """The event that was asked for."""

    def __init__(self, shown: Shown) -> None:
        super().__init__()
        self.shown = shown

    def can_replace(self, message: Message) -> bool:
        """The newest counts."""
        return isinstance(message, DetailRead)


class FindingsRead(Message):
    """What the rules found so far."""

    def __init__(self, findings: tuple[Found, ...], more: int, marks: Mapping[int, Mark]) -> None:
        super().__init__()
        self.findings = findings
        self.more = more
        """How many there are beside `findings`."""
        self.marks = marks
        """All events with findings, by `seq`."""

    def can_replace(self, message: Message) -> bool:
        """The newest counts."""
        return isinstance(message, FindingsRead)


class OverviewRead(Message):
    """The whole recording from far away."""

    def __init__(self, overview: Overview) -> None:
        super().__init__()
        self.overview = overview


class MomentRead(Message):
    """The state at the moment that was asked for."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        self.told = told

    def can_replace(self, message: Message) -> bool:
        """The newest counts."""
        return isinstance(message, MomentRead)


class MomentAwaited(Message):
    """The first pass has not come to the moment that was asked for."""

    def __init__(self, read: int, wanted: int) -> None:
        super().__init__()
        self.read = read
        self.wanted = wanted

    def can_replace(self, message: Message) -> bool:
        """The newest counts."""
        return isinstance(message, MomentAwaited)


class TimeFound(Message):
    """The last event at or before a time; 0 = the recording starts later, or has no times."""

    def __init__(self, seq: int) -> None:
        super().__init__()
        self.seq = seq


class Searched(Message):
    """How far a search in the payloads is."""

    def __init__(self, read: int, total: int) -> None:
        super().__init__()
        self.read = read
        self.total = total

    def can_replace(self, message: Message) -> bool:
        """The newest counts."""
        return isinstance(message, Searched)


class SearchEnded(Message):
    """A search found its next hit, or nothing."""

    def __init__(self, seq: int | None, wrapped: bool) -> None:
        super().__init__()
        self.seq = seq
        self.wrapped = wrapped
        """The hit lies beyond the end, counted on from the beginning (or the other way round)."""


class ReadingFailed(Message):
    """The recording cannot be read, or not any more."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class LibraryRead(Message):
    """The recordings there are, newest first."""

    def __init__(self, heads: tuple[Head, ...]) -> None:
        super().__init__()
        self.heads = heads

    def can_replace(self, message: Message) -> bool:
        """The newest counts."""
        return isinstance(message, LibraryRead)


class Trouble(Message):
    """Something is wrong with the recording, but it can be shown."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason
