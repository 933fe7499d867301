"""The moments of a recording: its events as the protocol's state takes them, and the history made of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from acp_inspect.protocol.connection import Connection, new_connection, step
from acp_inspect.protocol.surface import Surfaces
from acp_inspect.store.reader import Recording
from acp_inspect.trace.event import Event, events_of
from acp_inspect.trace.history import History

_EVENT_BYTES: Final = 4_096
"""Bytes of a line that take about as long to read as an ordinary event takes in all."""


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


def history_of(recording: Recording, surfaces: Surfaces | None = None) -> History[Connection, Event]:
    """The history of a recording that stays open as long. Nothing is read yet. `surfaces`: as for `new_connection`."""
    return History(
        new_connection(surfaces),
        lambda connection, event: step(connection, event).after,
        lambda after, to: events_between(recording, after, to),
        weigh=lambda event: 1 + event.size // _EVENT_BYTES,
    )
