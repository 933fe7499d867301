"""The one loop: lines in, events, states and findings out. Live, offline and in the viewer it is this one.

In two halves, for the first is what a recorder must keep up with: `Analysis` makes events of lines, `Inspection` makes
states and findings of events.
"""

from __future__ import annotations

from typing import Final

from immutables import Map

from acp_inspect.protocol.connection import Connection, Step, new_connection, step
from acp_inspect.protocol.surface import Surfaces
from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Finding
from acp_inspect.rules.judge import Judge
from acp_inspect.rules.remember import Memory
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


_NOTHING: Final[Memory] = Map()


class Inspection:
    """Follows a recording's events. Total: any event in any state."""

    __slots__ = ("_judge", "_memory", "connection")

    def __init__(self, judge: Judge, surfaces: Surfaces | None = None, memory: Memory = _NOTHING) -> None:
        """`memory`: what rules know beforehand, as from other recordings of the same sessions."""
        self._judge = judge
        self._memory = memory
        self.connection: Connection = new_connection(surfaces)

    @property
    def memory(self) -> Memory:
        """What the rules remember of the events so far."""
        return self._memory

    def look(self, event: Event) -> tuple[Step, list[Finding]]:
        """What the next event changed, and what the rules say about it."""
        taken = step(self.connection, event)
        self.connection = taken.after
        case = Case(taken, self._memory)
        findings = self._judge.judge(case)
        self._memory, crashed = self._judge.remember(self._memory, case)
        return taken, findings + crashed if crashed else findings

    def close(self, last: Event) -> list[Finding]:
        """What the rules still had to say, once `last` turned out to be the last event."""
        return self._judge.judge(Case(Step(last, self.connection, self.connection), self._memory, end=True))
