"""Traffic for tests: a transcript in, its events out."""

from __future__ import annotations

from acp_inspect.analysis import Analysis
from acp_inspect.trace.event import Event
from acp_inspect.wire.transcript import parse_transcript


def events(transcript: str) -> list[Event]:
    """The correlated events of a transcript; leading spaces of its lines do not count."""
    return analysed(transcript)[1]


def analysed(transcript: str) -> tuple[Analysis, list[Event]]:
    """The analysis after a transcript, and its events."""
    analysis = Analysis()
    entries = parse_transcript("\n".join(line.strip() for line in transcript.split("\n")))
    return analysis, [event for entry in entries for event in analysis.read(entry.stream, entry.raw, entry.at)]
