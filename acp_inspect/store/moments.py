"""The moments of a recording: its events as the protocol's state takes them, and the history made of them."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from acp_inspect.protocol.connection import Connection, Step, new_connection, step
from acp_inspect.protocol.surface import Surfaces
from acp_inspect.store.reader import Recording
from acp_inspect.trace.event import Event, events_of
from acp_inspect.trace.history import History

_EVENT_BYTES: Final = 4_096
"""Bytes of a line that take about as long to read as an ordinary event takes in all."""

_FREEZE: Final = 50_000
"""After so many events, what is held is taken out of the garbage collector's sight: it lives as long as the history."""


def events_between(recording: Recording, after: int, to: int) -> Iterator[Event]:
    """The events numbered `after` + 1 to `to`, in order and not correlated; fewer where there are no more.

    Raises StoreError where the file turns out to be damaged.
    """
    first = recording.event(after + 1) if to > after else None
    if first is None:
        return
    seq = first.seq - (first.part or 0)
    # A line has at least one event.
    for line in recording.lines(first.line - 1, to - after):
        for event in events_of(line.stream, line.raw, seq=seq, at=line.last_at, line=line.id):
            seq += 1
            if after < event.seq <= to:
                yield event
        if seq > to:
            return


def steps_to(recording: Recording, moment: int, surfaces: Surfaces | None = None) -> Iterator[Step]:
    """The steps from the beginning to a moment, one an event. For one look at one moment; `Moments` is for many.

    `surfaces`: as for `new_connection`. Raises StoreError where the file turns out to be damaged.
    """
    connection = new_connection(surfaces)
    with uncollected():
        for event in events_between(recording, 0, moment):
            taken = step(connection, event)
            connection = taken.after
            yield taken


class Moments(History[Connection, Event]):
    """The history of a recording that stays open as long. Nothing is read before it is asked for.

    Raises StoreError where the file turns out to be damaged, IndexError for a moment that does not exist.
    """

    def __init__(self, recording: Recording, surfaces: Surfaces | None = None) -> None:
        """`surfaces`: as for `new_connection`."""
        super().__init__(
            new_connection(surfaces),
            lambda connection, event: step(connection, event).after,
            lambda after, to: events_between(recording, after, to),
            weigh=lambda event: 1 + event.size // _EVENT_BYTES,
        )
        self._frozen = 0

    def extend(self, limit: int) -> int:
        """Fold up to `limit` events more; how many there were."""
        with uncollected():
            read = super().extend(limit)
            if len(self) - self._frozen >= _FREEZE:
                self._frozen = len(self)
                gc.freeze()
            return read

    def at(self, moment: int) -> Connection:
        """The connection after the first `moment` events."""
        with uncollected():
            return super().at(moment)


@contextmanager
def uncollected() -> Iterator[None]:
    """Without looking for cyclic garbage meanwhile.

    States have no cycles, but millions of parts: to look through them all takes longer than many jumps.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
