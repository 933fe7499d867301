"""Reads one recording for its screen, in a thread of its own; the screen never waits.

What is wanted is kept as the newest wish of each kind, not as a queue: whoever scrolls past a hundred pages gets the
page they stopped at. Of the viewer only this module, `library`, `reading` and `search` know the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Condition
from time import monotonic
from typing import Final

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.catch_up import catch_up
from acp_inspect.store.judging import Judging, wants_judging
from acp_inspect.store.marks import put_mark, remove_mark
from acp_inspect.store.overview import read_marks
from acp_inspect.store.presence import recorder_is_alive
from acp_inspect.store.reader import Recording
from acp_inspect.store.seek import Seek
from acp_inspect.tui.fold import Span
from acp_inspect.tui.messages import (
    DetailRead,
    FindingsRead,
    HeadRead,
    MarksRead,
    Played,
    ReadingFailed,
    Refused,
    RowsRead,
    RunsRead,
    Sought,
    TimeFound,
    Trouble,
)
from acp_inspect.tui.reading import Post, read_detail, read_findings, read_head, read_rows
from acp_inspect.tui.values import Head
from acp_inspect.views.visible import visible

_LOOK_EVERY: Final = 0.25
"""Seconds between looks at a recording that grows."""
_FINDING_SHARE: Final = 10
"""Reading findings may take this part of the time at most while a recording grows."""
_HELP_EVERY: Final = 2.0
"""Seconds between attempts to take over from a recorder that died."""
_APPEARS_WITHIN: Final = 5.0
"""Seconds that a recorder may need to make the file of a recording that has just begun."""
_RUNS_AT_ONCE: Final = 20_000
"""Events that are looked through for runs of chunks before the next wish."""


class Source:
    """Answers wishes with messages. Every method but `run` returns at once and may be called from any thread."""

    def __init__(self, path: Path, post: Post) -> None:
        self.path = path
        self._post = post
        self._wake = Condition()
        self._rows: list[Sequence[Span]] = []
        self._detail: int | None = None
        self._time: int | None = None
        self._played: int | None = None
        self._marks: list[tuple[int, str | None]] = []
        self._marked: dict[int, str] = {}
        self._seek: tuple[str, int, bool] | None = None
        self._folded = 0
        self._stopped = False
        self._head: Head | None = None
        self._helped = float("-inf")
        self._judging: Judging | None = None
        self._judging_failed = False
        self._find_next = float("-inf")
        self._found: tuple[int, int, int] | None = None

    def want_rows(self, batches: Sequence[Sequence[Span]]) -> None:
        """Read the rows of these spans, batch by batch, instead of any that were wanted before."""
        with self._wake:
            self._rows = list(batches)
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

    def want_played(self, at: int) -> None:
        """Find the last event at or before `at`, which a playback has come to."""
        with self._wake:
            self._played = at
            self._wake.notify()

    def want_seek(self, what: str, seq: int, forward: bool) -> None:
        """Find the nearest event of a kind (see `store.seek`) after (before) `seq`."""
        with self._wake:
            self._seek = (what, seq, forward)
            self._wake.notify()

    def want_mark(self, seq: int, comment: str | None) -> None:
        """Mark an event with a comment, which may be empty; None takes the mark away."""
        with self._wake:
            self._marks.append((seq, comment))
            self._wake.notify()

    def stop(self) -> None:
        """Close the recording and let `run` return."""
        with self._wake:
            self._stopped = True
            self._wake.notify()

    def run(self) -> None:
        """The thread: open the recording, then do what is wanted until `stop`."""
        try:
            self._wait_for_file()
            self._help()
            with Recording.open(self.path) as recording:
                self._look(recording)
                looked = monotonic()
                while self._do_next(recording, looked):
                    if self._grows and monotonic() - looked >= _LOOK_EVERY:
                        self._look(recording)
                        looked = monotonic()
        except AcpInspectError as error:
            self._post(ReadingFailed(str(error)))
        finally:
            if self._judging is not None:
                self._judging.stop()

    @property
    def _grows(self) -> bool:
        return self._head is not None and (self._head.live or self._head.judging)

    def _wait_for_file(self) -> None:
        deadline = monotonic() + _APPEARS_WITHIN
        with self._wake:
            while not self.path.exists() and recorder_is_alive(self.path) and monotonic() < deadline:
                if self._wake.wait_for(lambda: self._stopped, _LOOK_EVERY):
                    return

    def _help(self) -> None:
        """Bring in what a recorder left undone, unless one is at it."""
        if recorder_is_alive(self.path) or monotonic() - self._helped < _HELP_EVERY:
            return
        try:
            catch_up(self.path)
        except AcpInspectError as error:
            # What is in the recording already can be shown all the same.
            if not self.path.exists():
                raise
            self._post(Trouble(str(error)))
        self._helped = monotonic()

    def _look(self, recording: Recording) -> None:
        head = read_head(recording)
        if head.live:
            self._help()
        else:
            self._judge()
        head = replace(head, judging=self._judging is not None)
        if head != self._head:
            self._head = head
            self._post(HeadRead(head))
            self._read_marks(recording)
        if head.findings != self._found and (not self._grows or monotonic() >= self._find_next):
            self._find(recording, head.findings)

    def _find(self, recording: Recording, counts: tuple[int, int, int]) -> None:
        """Read the findings; while they become more, not all the time, for there may be many."""
        begun = monotonic()
        self._found = counts
        rows = recording.findings()
        findings = read_findings(recording, rows)
        self._post(FindingsRead(findings, len(rows) - len(findings), read_marks(self.path)))
        self._find_next = monotonic() + max(_LOOK_EVERY, _FINDING_SHARE * (monotonic() - begun))

    def _judge(self) -> None:
        """Have a finished recording judged that was not; look how far that is."""
        if self._judging_failed:
            return
        try:
            if self._judging is None and wants_judging(self.path):
                self._judging = Judging(self.path)
                return
        except (AcpInspectError, OSError) as error:
            self._cannot_judge(str(error))
        if self._judging is None or (outcome := self._judging.outcome()) is None:
            return
        self._judging = None
        if outcome:
            self._cannot_judge(outcome)

    def _cannot_judge(self, reason: str) -> None:
        self._judging_failed = True
        self._post(Trouble(f"Its findings cannot be made: {reason}"))

    def _do_next(self, recording: Recording, looked: float) -> bool:
        """Do one thing of each kind that is wanted; wait for one while there is none. False = stopped."""
        with self._wake:
            patience = max(0.0, looked + _LOOK_EVERY - monotonic()) if self._grows else None
            if self._head is not None and self._folded < self._head.events:
                patience = 0
            self._wake.wait_for(self._is_wanted, patience)
            if self._stopped:
                return False
            seq, self._detail = self._detail, None
            at, self._time = self._time, None
            marks, self._marks = self._marks, []
            played, self._played = self._played, None
            seek, self._seek = self._seek, None
            spans = self._rows.pop(0) if self._rows else None
        if spans is not None:
            self._post(RowsRead(read_rows(recording, spans)))
        if at is not None:
            self._post(TimeFound(recording.seq_at(at)))
        if played is not None:
            self._post(Played(recording.seq_at(played)))
        if seek is not None:
            what, here, forward = seek
            self._post(Sought(what, forward, recording.seek(Seek(what), here, forward=forward)))
        if seq is not None and (shown := read_detail(recording, seq)) is not None:
            self._post(DetailRead(shown))
        self._read_runs(recording)
        if marks:
            self._write_marks(recording, marks)
        return True

    def _write_marks(self, recording: Recording, marks: list[tuple[int, str | None]]) -> None:
        try:
            for seq, comment in marks:
                if comment is None:
                    remove_mark(self.path, seq)
                else:
                    put_mark(self.path, seq, comment)
        except AcpInspectError as error:
            self._post(Refused(visible(str(error))))
        self._read_marks(recording)

    def _read_marks(self, recording: Recording) -> None:
        marks = recording.marks()
        if marks != self._marked:
            self._marked = marks
            self._post(MarksRead(marks))

    def _read_runs(self, recording: Recording) -> None:
        """Find the runs of chunks among the next events that nobody has looked at for them."""
        until = min(self._folded + _RUNS_AT_ONCE, self._head.events if self._head is not None else 0)
        if until > self._folded:
            self._post(RunsRead(recording.run_starts(self._folded, until), until))
            self._folded = until

    def _is_wanted(self) -> bool:
        wishes = (self._detail, self._time, self._played, self._seek)
        return self._stopped or bool(self._rows or self._marks) or any(wish is not None for wish in wishes)
