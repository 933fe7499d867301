"""Prints the events of a recording in windows, in memory that does not grow with it."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from acp_inspect.commands.filtering import Searching, judged_before
from acp_inspect.commands.paint import painted
from acp_inspect.commands.timeline_findings import TimelineFindings, signs
from acp_inspect.rules.declare import Level
from acp_inspect.store.alongside import Alongside
from acp_inspect.store.moments import uncollected
from acp_inspect.views.detail import pretty_json
from acp_inspect.views.event_json import event_json, findings_json
from acp_inspect.views.finding import finding_line
from acp_inspect.views.summary import start_of
from acp_inspect.views.text import Piece, text_line
from acp_inspect.views.timeline import TimelineRow, session_letter, timeline_row
from acp_inspect.views.told import told
from acp_inspect.views.visible import visible, visible_bytes

if TYPE_CHECKING:
    from acp_inspect.store.reader import Recording
    from acp_inspect.store.rows import EventRow, FindingRow
    from acp_inspect.views.filter import Filter

_WINDOW: Final = 1_000
_WINDOW_BYTES: Final = 4_000_000
_SPAN: Final = 50_000
_POLL_SECONDS: Final = 0.1
_PATIENCE_SECONDS: Final = 5.0


class Look(NamedTuple):
    """How to print an event."""

    as_json: bool
    raw: bool
    full: bool
    colours: bool
    width: int | None
    """Cells of a line; None = do not cut."""
    only: Level | None
    """Only events with findings of this level or above, and those findings; None = all events."""


class TimelinePrinter:
    """Prints events in order, each once."""

    def __init__(self, recording: Recording, look: Look, first: int, where: Filter | None = None) -> None:
        """`first`: the number of the first event to print; `where`: which to print, None = all."""
        self._recording = recording
        self._look = look
        self._where = where
        self._last = max(0, first - 1)
        before = recording.event(self._last)
        self._last_at = -1 if before is None else before.at
        self._sessions: dict[str, int] = {}
        self._alongside = None if look.only is not None else Alongside(recording, self._last + 1)
        self._findings = TimelineFindings(recording, look.only or Level.INFO)
        self._marks: dict[int, str] = {}

    def print_to(self, end: int | None) -> None:
        """Print what is there, up to event `end` (None = all)."""
        self._name_sessions()
        self._marks = self._recording.marks()
        with uncollected():
            if self._where is not None:
                self._print_matching(self._where, end)
            elif self._look.only is not None:
                self._print_found(end)
            else:
                self._print_to(end)
        sys.stdout.flush()

    def _print_to(self, end: int | None) -> None:
        while end is None or self._last < end:
            limit = _WINDOW if end is None else min(_WINDOW, end - self._last)
            events = self._recording.events(self._last, limit)
            if not events:
                break
            self._findings.look(self._last, events[-1].seq)
            self._print(events)
            self._last = events[-1].seq

    def _print_matching(self, where: Filter, end: int | None) -> None:
        if where.asks_findings:
            # What the rules have not seen yet is printed later.
            judged = self._recording.info().judged
            end = judged if end is None else min(end, judged)
        searching = Searching(self._recording.count())
        for hits in self._recording.search(where, self._last, end):
            for start in range(0, len(hits.seqs), _WINDOW):
                searching.clear()
                events = self._recording.events_at(hits.seqs[start : start + _WINDOW])
                if events:
                    self._findings.look(events[0].seq - 1, events[-1].seq)
                self._print(events)
                sys.stdout.flush()
            self._last = max(self._last, hits.to)
            searching.at(hits.to)
        searching.clear()

    def _print_found(self, end: int | None) -> None:
        """Only events with findings."""
        last = self._recording.count()
        last = last if end is None else min(end, last)
        while self._last < last:
            to = min(last, self._last + _SPAN)
            found = self._findings.look(self._last, to)
            for start in range(0, len(found), _WINDOW):
                events = map(self._recording.event, found[start : start + _WINDOW])
                self._print([event for event in events if event is not None])
            self._last = to

    def _print(self, events: list[EventRow]) -> None:
        for event, raw in self._with_bytes(events):
            found = self._findings.of(event.seq)
            if found or self._look.only is None:
                sys.stdout.write(self._text(event, raw, found))

    def _print_late(self) -> None:
        """Findings that came after their event was printed, or passed over for having none."""
        if self._where is not None:
            return
        for seq, found in self._findings.late(self._last).items():
            event = self._recording.event(seq)
            if self._look.only is not None and event is not None:
                sys.stdout.write(self._text(event, self._recording.raw(event.line), found))
            elif self._look.as_json:
                sys.stdout.write(findings_json(seq, found) + "\n")
            else:
                for finding in found:
                    sys.stdout.write(f"       #{seq} {self._painted(finding_line(finding))}\n")
        sys.stdout.flush()

    def follow(self, end: int | None) -> None:
        """Go on printing until the recording is complete, or event `end` is printed."""
        from acp_inspect.store.library import catch_up

        while end is None or self._last < end:
            # Asked before the last look, so that what came in between is not missed.
            info = self._recording.info()
            if not info.live and not info.complete:
                catch_up(self._recording.path)
            if not info.live:
                judged_before(self._recording.path, self._where)
            self.print_to(end)
            self._print_late()
            if not info.live:
                self._print_last_findings()
                return
            time.sleep(_POLL_SECONDS)

    def _print_last_findings(self) -> None:
        """Wait for what the rules have to say when the recording is over, from whoever judges it; or judge it."""
        from acp_inspect.commands.judged import judge_first

        seen, given_up = -1, time.monotonic() + _PATIENCE_SECONDS
        while (info := self._recording.info()).judged_by is None and time.monotonic() < given_up:
            if info.judged > seen:
                seen, given_up = info.judged, time.monotonic() + _PATIENCE_SECONDS
            self._print_late()
            time.sleep(_POLL_SECONDS)
        judge_first(self._recording.path)
        self._print_late()

    def _name_sessions(self) -> None:
        for row in self._recording.sessions():
            self._sessions.setdefault(row.session, len(self._sessions))

    def _with_bytes(self, events: list[EventRow]) -> Iterator[tuple[EventRow, bytes]]:
        """The events with their lines' bytes, of which only a few MB are held at a time."""
        some: list[EventRow] = []
        held = 0
        for event in events:
            some.append(event)
            held += event.size
            if held >= _WINDOW_BYTES or event is events[-1]:
                raws = self._recording.raws(list(dict.fromkeys(one.line for one in some)))
                for one in some:
                    yield one, raws.get(one.line, b"")
                some, held = [], 0

    def _text(self, event: EventRow, raw: bytes, found: list[FindingRow]) -> str:
        taken = None if self._alongside is None else self._alongside.follow(event, raw)
        row = timeline_row(event, raw, self._last_at, None if taken is None else told(taken))
        if event.at >= 0:
            self._last_at = event.at
        if self._look.as_json:
            return event_json(event, row, raw, found, with_raw=self._look.raw) + "\n"
        return "\n".join([self._line(row, found), *self._below(event, raw, found), ""])

    def _line(self, row: TimelineRow, found: list[FindingRow]) -> str:
        place = 0
        letter = ""
        if row.session is not None:
            place = self._sessions.setdefault(row.session, len(self._sessions))
            letter = session_letter(place)
        return self._painted(text_line(row, letter, self._look.width, signs(found)), place)

    def _painted(self, pieces: list[Piece], place: int = 0) -> str:
        return painted(pieces, place) if self._look.colours else "".join(piece.text for piece in pieces).rstrip()

    def _below(self, event: EventRow, raw: bytes, found: list[FindingRow]) -> Iterator[str]:
        if (comment := self._marks.get(event.seq)) is not None:
            yield f"     ⚑ {visible(comment)}".rstrip()
        if self._look.raw:
            yield f"       {visible_bytes(raw)}"
        if self._look.full:
            lines = pretty_json(raw, event.part) if event.kind not in ("stderr", "blank") else None
            for line in lines or (start_of(raw),):
                yield f"       {line}"
        if self._look.full or self._look.only is not None:
            for finding in found:
                yield f"       {self._painted(finding_line(finding))}"
