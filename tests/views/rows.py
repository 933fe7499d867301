"""Rows for tests of views: a transcript in, the store's rows of its events out, with their lines' bytes."""

from __future__ import annotations

from acp_inspect.analysis import Analysis
from acp_inspect.store.rows import EventRow
from acp_inspect.trace.event import Event, kind_of, update_of
from acp_inspect.views.timeline import TimelineRow, timeline_row
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import Request, Response, RpcId
from acp_inspect.wire.transcript import parse_transcript


def rows(transcript: str) -> list[tuple[EventRow, bytes]]:
    """Every event of a transcript; leading spaces of its lines do not count."""
    entries = parse_transcript("\n".join(line.strip() for line in transcript.split("\n")))
    return rows_of([(entry.stream, entry.raw, entry.at) for entry in entries])


def rows_of(lines: list[tuple[Stream, bytes, int]]) -> list[tuple[EventRow, bytes]]:
    """Every event of some lines."""
    analysis = Analysis()
    read = [(event, raw) for stream, raw, at in lines for event in analysis.read(stream, raw, at)]
    answers = {event.answers: event for event, _ in read if event.answers is not None}
    return [(_row(event, answers.get(event.seq)), raw) for event, raw in read]


def timeline(transcript: str) -> list[TimelineRow]:
    """The timeline of a transcript."""
    shown: list[TimelineRow] = []
    for row, raw in rows(transcript):
        shown.append(timeline_row(row, raw, shown[-1].at if shown else -1))
    return shown


def summary_of(transcript: str) -> str:
    """The summary of a transcript's last event."""
    return timeline(transcript)[-1].summary


def _row(event: Event, answer: Event | None) -> EventRow:
    rpc_id = event.body.id if isinstance(event.body, Request | Response) else None
    asked = isinstance(event.body, Request)
    return EventRow(
        seq=event.seq,
        line=event.line,
        part=event.part,
        at=event.at,
        sender=event.sender,
        kind=kind_of(event),
        method=event.method,
        update=update_of(event),
        session=event.session,
        rpc_id=rpc_id.text if isinstance(rpc_id, RpcId) else None,
        answers=event.answers,
        answered_by=answer.seq if answer else None,
        latency=answer.latency if answer else event.latency,
        outcome=answer.outcome if answer else event.outcome or ("pending" if asked else None),
        size=event.size,
    )
