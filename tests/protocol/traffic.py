"""Traffic for tests of the state: a transcript in, the connection after it out."""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.protocol.connection import Connection, Step, new_connection, step
from acp_inspect.trace.event import Event, events_of
from acp_inspect.wire.transcript import parse_transcript


def raw_events(transcript: str) -> list[Event]:
    """The events of a transcript, not correlated; leading spaces of its lines do not count."""
    events: list[Event] = []
    for number, entry in enumerate(parse_transcript("\n".join(line.strip() for line in transcript.split("\n"))), 1):
        events += events_of(entry.stream, entry.raw, seq=len(events) + 1, at=entry.at, line=number)
    return events


def steps(transcript: str) -> Iterator[Step]:
    """The steps of a transcript. No step may crash, and none may change what it was given."""
    connection = new_connection()
    for event in raw_events(transcript):
        taken = step(connection, event)
        assert taken.crash is None, taken.crash
        assert taken.before is connection
        connection = taken.after
        yield taken


def after(transcript: str) -> Connection:
    """The connection after a transcript."""
    *_, last = steps(transcript)
    return last.after
