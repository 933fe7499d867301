"""Reads one recording for the screens, in a thread of its own; nothing here is waited for.

What is wanted is kept as the newest wish of each kind, not as a queue: whoever scrolls past a hundred pages gets the
page they stopped at. This module and `library` are the only ones of the viewer that know the store.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Condition
from time import monotonic
from typing import Final

from textual.message import Message

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.presence import recorder_is_alive
from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import EventRow, RecordingInfo
from acp_inspect.tui.messages import (
    DetailRead,
    HeadRead,
    PageRead,
    ReadingFailed,
    Searched,
    SearchEnded,
    TimeFound,
)
from acp_inspect.tui.search import Needle
from acp_inspect.tui.values import Head, Shown, State
from acp_inspect.tui.widgets.timeline import PAGE
from acp_inspect.views.detail import Detail, detail
from acp_inspect.views.timeline import TimelineRow, timeline_row
from acp_inspect.views.units import duration, size
from acp_inspect.views.visible import visible

Post = Callable[[Message], object]

SHOWN_CHARACTERS: Final = 300_000
"""Of a laid out message; the rest is said to be left out."""
SHOWN_BYTES: Final = 1_000_000
"""Of a line as it crossed, and the longest that is copied."""

_LOOK_EVERY: Final = 0.25
_LINES_AT_ONCE: Final = 2_000


class Source:
    """Answers wishes with messages. Every method but `run` returns at once and may be called from any thread."""

    def __init__(self, path: Path, post: Post) -> None:
        self.path = path
        self._post = post
        self._wake = Condition()
        self._pages: list[int] = []
        self._detail: int | None = None
        self._time: int | None = None
        self._stopped = False
        self._head: Head | None = None

    def want_pages(self, pages: list[int]) -> None:
        """Read these pages, in this order, instead of any that were wanted before."""
        with self._wake:
            self._pages = list(pages)
            self._wake.notify()

    def want_detail(self, seq: int) -> None:
        """Read this event in full."""
        with self._wake:
            self._detail = seq
            self._wake.notify()

    def want_time(self, at: int) -> None:
        """Find the last event at or before `at` nanoseconds since the start."""
        with self._wake:
            self._time = at
            self._wake.notify()

    def stop(self) -> None:
        """Close the recording and let `run` return."""
        with self._wake:
            self._stopped = True
            self._wake.notify()

    def run(self) -> None:
        """The thread: open the recording, then do what is wanted until `stop`."""
        try:
            with Recording.open(self.path) as recording:
                self._look(recording)
                looked = monotonic()
                while self._do_next(recording, looked):
                    if self._is_live() and monotonic() - looked >= _LOOK_EVERY:
                        self._look(recording)
                        looked = monotonic()
        except AcpInspectError as error:
            self._post(ReadingFailed(str(error)))

    def _is_live(self) -> bool:
        return self._head is not None and self._head.live

    def _look(self, recording: Recording) -> None:
        head = read_head(recording)
        if head != self._head:
            self._head = head
            self._post(HeadRead(head))

    def _do_next(self, recording: Recording, looked: float) -> bool:
        """Do one thing that is wanted; wait for one while there is none. False = stopped."""
        with self._wake:
            patience = max(0.0, looked + _LOOK_EVERY - monotonic()) if self._is_live() else None
            self._wake.wait_for(self._is_wanted, patience)
            if self._stopped:
                return False
            seq, self._detail = self._detail, None
            at, self._time = self._time, None
            page = self._pages.pop(0) if self._pages else None
        if page is not None:
            self._post(PageRead(page, read_page(recording, page)))
        if at is not None:
            self._post(TimeFound(recording.seq_at(at)))
        if seq is not None and (shown := read_detail(recording, seq)) is not None:
            self._post(DetailRead(shown))
        return True

    def _is_wanted(self) -> bool:
        return self._stopped or bool(self._pages) or self._detail is not None or self._time is not None


def search(path: Path, needle: Needle, start: int, forward: bool, is_cancelled: Callable[[], bool], post: Post) -> None:
    """Find the next event after (before) `start` whose line holds the needle, going on round the end. In a thread of
    its own, with a connection of its own, so that the screen's reading goes on.
    """
    try:
        with Recording.open(path) as recording:
            total = recording.count()
            here = recording.event(start)
            line = here.line if here is not None else 0
            last = _last_line(recording)
            legs = [(line, last), (0, line)] if forward else [(0, line - 1), (line - 1, last)]
            read = 0
            for turn, (after, until) in enumerate(legs):
                blocks = [(low, min(low + _LINES_AT_ONCE, until)) for low in range(after, until, _LINES_AT_ONCE)]
                for low, high in blocks if forward else reversed(blocks):
                    if is_cancelled():
                        return
                    hits = [stored.id for stored in recording.lines(low, high - low) if needle.is_in(stored.raw)]
                    if hits:
                        post(SearchEnded(_first_of_line(recording, hits[0 if forward else -1]), turn > 0))
                        return
                    read += high - low
                    post(Searched(min(read, total), total))
            post(SearchEnded(None, False))
    except AcpInspectError as error:
        post(ReadingFailed(str(error)))


def read_head(recording: Recording) -> Head:
    """What is known about an open recording."""
    info = recording.info()
    return head_of(info, recording.count(), tuple(row.session for row in recording.sessions()))


def head_of(info: RecordingInfo, events: int, sessions: tuple[str, ...]) -> Head:
    """A recording's description as it is shown."""
    filling = not info.complete and (info.live or recorder_is_alive(info.path))
    state = State.LIVE if filling else State.FINISHED if info.complete else State.UNFINISHED
    counts = info.counts
    return Head(
        path=info.path,
        state=state,
        name=visible(info.name or ""),
        when=_when(info.started_at),
        client=_party(info.client, info.client_version),
        agent=_party(info.agent, info.agent_version) or visible(_program(info.argv)),
        protocol=f"v{info.version}" if info.version is not None else "",
        duration=duration(info.duration),
        end="live" if filling else visible(info.end),
        events=events,
        messages=counts.messages,
        sessions=sessions,
        session_count=counts.sessions,
        errors=counts.errors,
        malformed=counts.malformed,
        gaps=counts.gaps,
        pending=counts.pending,
    )


def read_page(recording: Recording, page: int) -> tuple[TimelineRow, ...]:
    """The rows of one page of the timeline."""
    events = recording.events(page * PAGE, PAGE)
    if not events:
        return ()
    raws = recording.raws(sorted({event.line for event in events}))
    before = recording.event(events[0].seq - 1)
    previous = before.at if before is not None else -1
    rows = []
    for event in events:
        rows.append(timeline_row(event, raws.get(event.line, b""), previous))
        previous = event.at if event.at >= 0 else previous
    return tuple(rows)


def read_detail(recording: Recording, seq: int) -> Shown | None:
    """An event in full; None if there is none of that number."""
    event = recording.event(seq)
    if event is None:
        return None
    raw = recording.raw(event.line)
    whole = detail(event, raw)
    pretty, cut = _cut(whole, len(raw))
    return Shown(seq, event.part, _title(event), whole._replace(pretty=pretty), raw[:SHOWN_BYTES], len(raw), cut)


def _cut(whole: Detail, octets: int) -> tuple[tuple[str, ...], str]:
    left = SHOWN_CHARACTERS
    for number, line in enumerate(whole.pretty):
        if len(line) > left:
            kept = (*whole.pretty[:number], line[:left])
            return kept, f"cut here: the first {SHOWN_CHARACTERS:,} characters of a line of {size(octets)}"
        left -= len(line)
    return whole.pretty, ""


def _title(event: EventRow) -> str:
    return visible(" ".join(word for word in (event.kind, event.update or event.method) if word))


def _last_line(recording: Recording) -> int:
    last = recording.event(recording.count())
    return last.line if last is not None else 0


def _first_of_line(recording: Recording, line: int) -> int:
    """`seq` of a line's first event: every line has one at least, so it is not below the line's number."""
    low, high = line, recording.count()
    while low < high:
        middle = (low + high) // 2
        event = recording.event(middle)
        if event is not None and event.line >= line:
            high = middle
        else:
            low = middle + 1
    return low


def _when(started_at: int | None) -> str:
    if started_at is None:
        return ""
    try:
        return datetime.fromtimestamp(started_at / 1_000_000_000).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):
        return ""


def _party(name: str | None, version: str | None) -> str:
    return visible(" ".join(word for word in (name, version) if word))


def _program(argv: tuple[str, ...]) -> str:
    return argv[0].rpartition("/")[2] if argv else ""
