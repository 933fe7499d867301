"""The one loop: lines in, events out, with what is known after each. Live, offline and in the viewer it is this one."""

from __future__ import annotations

from acp_inspect.trace.correlate import Exchanges, correlate
from acp_inspect.trace.event import Event, events_of
from acp_inspect.trace.handshake import Handshake, shake
from acp_inspect.wire.framing import Stream

ANALYSIS_VERSION = 1
"""Derived rows of a recording that carry another number are made again from its lines."""


class Analysis:
    """Reads a recording's lines in order. Total: any line in any state."""

    __slots__ = ("events", "exchanges", "handshake", "lines")

    def __init__(self) -> None:
        self.lines = 0
        """How many lines were read."""
        self.events = 0
        """`seq` of the last event."""
        self.exchanges = Exchanges()
        self.handshake = Handshake()

    def read(self, stream: Stream, raw: bytes, at: int) -> list[Event]:
        """The events of the next line, correlated. `at`: nanoseconds since the start, -1 = unknown."""
        self.lines += 1
        events = []
        for event in events_of(stream, raw, seq=self.events + 1, at=at, line=self.lines):
            self.exchanges, correlated = correlate(self.exchanges, event)
            self.handshake = shake(self.handshake, correlated)
            events.append(correlated)
        self.events += len(events)
        return events
