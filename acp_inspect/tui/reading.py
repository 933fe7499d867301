"""Turns what the store has into what the screens show: heads, pages of the timeline, one event in full."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final, TypeAlias

from textual.message import Message

from acp_inspect.errors import AcpInspectError
from acp_inspect.store.overview import read_overview
from acp_inspect.store.presence import recorder_is_alive
from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import EventRow, FindingRow, RecordingInfo
from acp_inspect.tui.fold import Span
from acp_inspect.tui.messages import OverviewRead
from acp_inspect.tui.values import Found, Head, Overview, Proof, Shown, State
from acp_inspect.views.detail import Detail, detail
from acp_inspect.views.finding import LEVELS, effect_in_words
from acp_inspect.views.timeline import ASKS_THE_USER, TimelineRow, covered, run_row, timeline_row
from acp_inspect.views.units import duration, size
from acp_inspect.views.visible import clip, visible

Post: TypeAlias = Callable[[Message], object]
"""Takes a message for a screen, from any thread."""

SHOWN_CHARACTERS: Final = 300_000
"""Of a laid out message; the rest is said to be left out."""
SHOWN_BYTES: Final = 1_000_000
"""Of a line as it crossed, and the longest that is copied."""
SHOWN_FINDINGS: Final = 5_000
"""In the list; every event has its mark in the timeline all the same."""
_PROOFS: Final = 8
_FINDING_CHARACTERS: Final = 600
_CHUNKS_READ: Final = 16
"""How many chunks of a run are read for the text of its row."""


def read_head(recording: Recording) -> Head:
    """What is known about an open recording."""
    info = recording.info()
    return head_of(info, recording.count(), tuple(row.session for row in recording.sessions()))


def head_of(info: RecordingInfo, events: int, sessions: tuple[str, ...], reason: str = "") -> Head:
    """A recording's description as it is shown."""
    filling = not info.complete and (info.live or recorder_is_alive(info.path))
    state = State.LIVE if filling else State.FINISHED if info.complete else State.UNFINISHED
    counts = info.counts
    return Head(
        path=info.path,
        state=state,
        name=visible(info.name or ""),
        when=_when(info.started_at),
        started_at=info.started_at,
        client=_party(info.client, info.client_version),
        agent=_party(info.agent, info.agent_version) or visible(_program(info.argv)),
        protocol=f"v{info.version}" if info.version is not None else "",
        duration=duration(info.duration),
        end="live" if filling else visible(info.end),
        command=visible(shlex.join(info.argv)),
        cwd=homely(Path(info.cwd)) if info.cwd else "",
        file=homely(info.path),
        events=events,
        messages=counts.messages,
        sessions=sessions,
        session_count=counts.sessions,
        errors=counts.errors + counts.malformed,
        gaps=counts.gaps,
        pending=counts.pending,
        findings=(info.findings.get("error", 0), info.findings.get("warning", 0), info.findings.get("info", 0)),
        judged=info.judged,
        tags=info.tags,
        title=info.name or "",
        reason=reason,
    )


def homely(path: Path) -> str:
    """A path as people read it: visible, the home folder as `~`."""
    try:
        return visible(f"~/{path.relative_to(Path.home())}")
    except (ValueError, RuntimeError):
        return visible(str(path))


def read_rows(recording: Recording, spans: Sequence[Span]) -> tuple[TimelineRow, ...]:
    """The rows of the timeline that stand for these events."""
    wanted: set[int] = set()
    for first, last in spans:
        wanted.update((first - 1, *range(first, min(last, first + _CHUNKS_READ - 1) + 1)))
    events = {event.seq: event for event in recording.events_at(sorted(wanted))}
    lines = {event.line for first, last in spans for event in _of_span(events, first, last)}
    raws = recording.raws(sorted(lines))
    rows = []
    for first, last in spans:
        run = _of_span(events, first, last)
        if not run or run[0].seq != first:
            continue
        before = events.get(first - 1)
        row = timeline_row(run[0], raws.get(run[0].line, b""), before.at if before is not None else -1)
        if (waited := _waited(recording, run[0])) is not None:
            row = row._replace(waited=waited)
        if last > first:
            row = run_row(row, last - first + 1, [raws.get(event.line, b"") for event in run])
        rows.append(row)
    return tuple(rows)


def _waited(recording: Recording, event: EventRow) -> int | None:
    """How much of the time until its answer a request waited for the user; None = not at all."""
    if event.kind != "request" or not event.latency or event.answered_by is None:
        return None
    if event.method in ASKS_THE_USER:
        return event.latency if event.sender == "agent" else None
    if event.sender != "client" or event.answered_by == event.seq + 1:
        return None
    asked = recording.answered(ASKS_THE_USER, event.seq, event.answered_by)
    waited = covered((row.asked_at, row.answered_at) for row in asked if row.session == event.session)
    return min(waited, event.latency) or None


def _of_span(events: Mapping[int, EventRow], first: int, last: int) -> list[EventRow]:
    """The first few events of a span."""
    seqs = range(first, min(last, first + _CHUNKS_READ - 1) + 1)
    return [events[seq] for seq in seqs if seq in events]


def read_detail(recording: Recording, seq: int) -> Shown | None:
    """An event in full; None if there is none of that number."""
    event = recording.event(seq)
    if event is None:
        return None
    raw = recording.raw(event.line)
    whole = detail(event, raw)
    pretty, cut = _cut(whole, len(raw))
    found = read_findings(recording, recording.findings(seq - 1, seq))
    return Shown(seq, event.part, _title(event), whole._replace(pretty=pretty), raw[:SHOWN_BYTES], len(raw), cut, found)


def read_findings(recording: Recording, rows: Sequence[FindingRow]) -> tuple[Found, ...]:
    """Findings as they are shown, the worst first, with their proof; the first SHOWN_FINDINGS of them."""
    proofs: dict[int, Proof] = {}
    rows = sorted(rows, key=lambda row: (_rank(row.level), row.seq))[:SHOWN_FINDINGS]
    return tuple(_found(recording, row, proofs) for row in rows)


def read_overview_for(path: Path, columns: int, post: Post) -> None:
    """Read the whole recording in so many columns, and post it; a recording that cannot be read has no overview."""
    try:
        post(OverviewRead(read_overview(path, columns)))
    except AcpInspectError:
        # What is wrong with it, its own reader says.
        post(OverviewRead(Overview(False, 0, (), ())))


def _rank(level: str) -> int:
    return LEVELS.index(level) if level in LEVELS else len(LEVELS)


def _found(recording: Recording, row: FindingRow, known: dict[int, Proof]) -> Found:
    proofs = []
    for seq in row.related[:_PROOFS]:
        if seq not in known:
            event = recording.event(seq)
            known[seq] = Proof(seq, _title(event) if event is not None else "")
        proofs.append(known[seq])
    return Found(
        row.seq,
        visible(row.rule),
        row.level if row.level in LEVELS else "info",
        visible(row.side),
        row.pointer,
        visible(clip(row.message, _FINDING_CHARACTERS)),
        visible(effect_in_words(row.effect)),
        visible(row.evidence or ""),
        tuple(proofs),
    )


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
