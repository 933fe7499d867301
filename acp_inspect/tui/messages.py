"""What the readers tell the screens. Messages that can come faster than the eye replace one another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

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


class RowsRead(Message):
    """Rows of the timeline."""

    def __init__(self, rows: tuple[TimelineRow, ...]) -> None:
        super().__init__()
        self.rows = rows


class RunsRead(Message):
    """Which of the next events go on no run of chunks. Told in order, each event once."""

    def __init__(self, starts: Sequence[int], until: int) -> None:
        super().__init__()
        self.starts = starts
        self.until = until


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


class Sought(Message):
    """The nearest event of a kind in one direction, if there is one."""

    def __init__(self, what: str, forward: bool, seq: int | None) -> None:
        super().__init__()
        self.what = what
        self.forward = forward
        self.seq = seq


class Filtered(Message):
    """More events were asked whether they meet the filter. Told in order."""

    def __init__(self, text: str, seqs: Sequence[int], asked: int, total: int) -> None:
        super().__init__()
        self.text = text
        """The filter's."""
        self.seqs = seqs
        """Those that do."""
        self.asked = asked
        self.total = total


class MarksRead(Message):
    """The marked events, by `seq`, with their comments as they were written."""

    def __init__(self, marks: dict[int, str]) -> None:
        super().__init__()
        self.marks = marks


class Played(Message):
    """The last event at or before the moment that is played; 0 = there is none."""

    def __init__(self, seq: int) -> None:
        super().__init__()
        self.seq = seq

    def can_replace(self, message: Message) -> bool:
        """The newest counts."""
        return isinstance(message, Played)


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


class Done(Message):
    """Something that was asked for is done."""

    def __init__(self, title: str, text: str) -> None:
        super().__init__()
        self.title = title
        self.text = text


class Refused(Message):
    """Something that was asked for cannot be done."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


class Trouble(Message):
    """Something is wrong with the recording, but it can be shown."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason
