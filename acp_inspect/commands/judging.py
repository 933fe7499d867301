"""Judge recordings and files for `check`: open what is named, run the rules, keep what the reports need."""

from __future__ import annotations

import re
import tempfile
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import orjson

from acp_inspect.analysis import Analysis, Inspection
from acp_inspect.commands.meeting import met
from acp_inspect.errors import NoSuchRecording, UsageError
from acp_inspect.export.findings.judged import Judged
from acp_inspect.protocol.surface import Surfaces
from acp_inspect.rules.declare import Finding
from acp_inspect.rules.judge import Judge
from acp_inspect.store.moments import uncollected
from acp_inspect.store.reader import Recording
from acp_inspect.trace.event import Event, events_of
from acp_inspect.views.filter import Filter
from acp_inspect.views.timeline import TimelineRow, timeline_row
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Absent, Malformed, Notification, Request, Response

_MIB = 1 << 20


class Found:
    """Looks up the events of a recording that stays open for the report."""

    def __init__(self, recording: Recording) -> None:
        self._recording = recording

    def row(self, seq: int) -> TimelineRow | None:
        """The event as a line of the timeline."""
        event = self._recording.event(seq)
        return None if event is None else timeline_row(event, self._recording.raw(event.line))

    def message(self, seq: int) -> tuple[Json | Absent, str]:
        """The event's JSON message, or ABSENT, and its line as text."""
        row = self._recording.event(seq)
        if row is None:
            return ABSENT, ""
        stored = next(self._recording.lines(row.line - 1, 1))
        text = stored.raw[:_MIB].decode(errors="replace").rstrip("\r\n")
        body = events_of(stored.stream, stored.raw, seq=1, at=-1, line=1)[row.part or 0].body
        return (body.message if isinstance(body, Request | Notification | Response | Malformed) else ABSENT), text


class Checker:
    """Checks one thing after another by the same rules."""

    def __init__(
        self, judge: Judge, surfaces: Surfaces | None, side: str | None, baseline: Baseline, where: Filter | None = None
    ) -> None:
        self._judge = judge
        self._surfaces = surfaces
        self._side = side
        self._baseline = baseline
        self._where = where

    def check(self, reference: str, stack: ExitStack) -> Judged:
        """What is found in a recording, or in a file of any format that can be imported (`-` = stdin).

        What the report needs stays open until `stack` closes. Raises UsageError, StoreError and their kin.
        """
        recording, sources, name = _opened(reference, stack)
        findings, lines, events = self._judged(recording)
        if self._side is not None:
            findings = [finding for finding in findings if finding.side.value == self._side]
        if self._where is not None:
            findings = met(findings, self._where, recording)
        new = [finding for finding in findings if not self._baseline.knows(finding)]
        return Judged(
            name=name,
            findings=tuple(sorted(new, key=lambda finding: finding.seq)),
            known=len(findings) - len(new),
            events=events,
            sources=None if sources is None else tuple(sources),
            lines=lines,
            messages=Found(recording),
        )

    def _judged(self, recording: Recording) -> tuple[list[Finding], dict[int, int], int]:
        analysis, inspection = Analysis(), Inspection(self._judge, self._surfaces)
        last: Event | None = None
        found: list[Finding] = []
        starts = array("q")
        with uncollected():
            for stored in recording.lines():
                starts.append(analysis.events + 1)
                for last in analysis.read(stored.stream, stored.raw, stored.last_at):
                    found += inspection.look(last)[1]
        if last is not None:
            found += inspection.close(last)
        return found, {finding.seq: bisect_right(starts, finding.seq) for finding in found}, analysis.events


def _opened(reference: str, stack: ExitStack) -> tuple[Recording, array[int] | None, str]:
    """The recording; if it was made of a file, where its lines stand there; and its name in reports."""
    from acp_inspect.commands.choose import find_recording
    from acp_inspect.store.format import SUFFIX

    path = Path(reference)
    if reference == "-" or (path.is_file() and path.suffix != SUFFIX and not _is_database(path)):
        return _imported(reference, stack)
    try:
        found = find_recording(reference)
    except NoSuchRecording as error:
        raise UsageError(f"{error}; nor is it a file") from None
    return stack.enter_context(Recording.open(found)), None, found.stem if not path.is_file() else reference


def _is_database(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError as error:
        raise UsageError(f"{path}: cannot be read: {error.strerror or error}") from None


def _imported(reference: str, stack: ExitStack) -> tuple[Recording, array[int] | None, str]:
    from acp_inspect.commands.import_command import open_source
    from acp_inspect.importers.formats import detect
    from acp_inspect.importers.store import store_lines

    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="acp-inspect-")))
    sources = array("q")
    with ExitStack() as files:
        source = open_source(reference, files)
        form = detect(source)
        first, *more = form.parts(source)
        if more:
            raise UsageError(
                f"{reference}: holds {len(more) + 1} connections; `acp-inspect import` makes a recording of each"
            )
        store_lines(first.lines, folder / "checked.acprec", source=form.name, sources=sources)
    recording = stack.enter_context(Recording.open(folder / "checked.acprec"))
    return recording, sources, "stdin" if reference == "-" else reference


class Baseline:
    """Findings that are known and shall not be reported: as often as the file has them."""

    def __init__(self, counts: dict[tuple[str, ...], int]) -> None:
        self._left = dict(counts)

    @classmethod
    def read(cls, path: str | None) -> Baseline:
        """The findings of a file that `check --format json` or `jsonl` wrote. Raises UsageError."""
        if path is None:
            return cls({})
        try:
            text = Path(path).read_bytes()
        except OSError as error:
            raise UsageError(f"--baseline {path}: cannot be read: {error.strerror or error}") from None
        counts: dict[tuple[str, ...], int] = {}
        for entry in _entries(path, text):
            try:
                key = _key(entry["rule"], entry["side"], entry["pointer"], entry["message"])
            except (KeyError, TypeError):
                raise UsageError(
                    f"--baseline {path}: holds something that is no finding; write it with `check --format json`"
                ) from None
            counts[key] = counts.get(key, 0) + 1
        return cls(counts)

    def knows(self, finding: Finding) -> bool:
        """Whether the baseline has this finding once more."""
        key = _key(finding.rule, finding.side.value, finding.pointer, finding.message)
        left = self._left.get(key, 0)
        if left:
            self._left[key] = left - 1
        return left > 0


def _entries(path: str, text: bytes) -> Iterator[Any]:
    try:
        whole = orjson.loads(text)
        yield from whole if isinstance(whole, list) else [whole]
    except orjson.JSONDecodeError:
        for number, line in enumerate(text.split(b"\n"), 1):
            if line.strip():
                try:
                    yield orjson.loads(line)
                except orjson.JSONDecodeError:
                    raise UsageError(f"--baseline {path}, line {number}: no JSON") from None


def _key(rule: str, side: str, pointer: str, message: str) -> tuple[str, ...]:
    # Numbers of events and places in lists differ from run to run; ids and texts are what they are.
    return rule, side, re.sub(r"/\d+(?=/|$)", "/*", pointer), re.sub(r"#\d+", "#", message)
