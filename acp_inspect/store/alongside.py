"""The state beside a part of the timeline that is read in order, without a pass over all that came before."""

from __future__ import annotations

from typing import Final

from acp_inspect.protocol.connection import Connection, Step, new_connection, step
from acp_inspect.store.moments import events_between
from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import EventRow
from acp_inspect.trace.event import events_of
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import Request, Response

_HANDSHAKE: Final = 50
"""Events at the beginning that tell the version of the protocol."""

_NEAR: Final = 2_000
"""Events before the first one that are folded, too. What was last named before that is not known."""

_PASSED: Final = 300
"""So many events that a filter leaves out are folded before one that is shown; of more, only the last ones."""

_RENEWAL: Final = 50_000
"""After so many events it starts anew."""

_READABLE: Final = 4_000_000
"""Bytes of a line up to which it is read."""


class Alongside:
    """Folds events as they are shown, and what is near of those between them that are not. What it knows is enough for
    summaries; it is not the state of the connection.

    What it knows is enough for summaries; it is not the state of the connection. Now and then it starts anew from what
    is near, so that memory does not grow with the recording.
    """

    def __init__(self, recording: Recording, first: int) -> None:
        """`first`: the number of the first event that will be shown."""
        self._recording = recording
        self._began = first
        self._next = first
        self._connection = self._near(first, _NEAR)

    def follow(self, event: EventRow, raw: bytes) -> Step | None:
        """The step of the next event. `raw`: the bytes of its line. None where the line is not read."""
        if event.seq > self._next:
            self._pass_over(event.seq)
        self._next = event.seq + 1
        if event.part is not None or len(raw) > _READABLE:
            return None
        if event.seq - self._began > _RENEWAL:
            self._began = event.seq
            self._connection = self._near(event.seq, _NEAR)
        events = events_of(_stream(event), raw, seq=event.seq, at=event.at, line=event.line)
        taken = step(self._connection, events[0])
        self._connection = taken.after
        return taken

    def _pass_over(self, seq: int) -> None:
        if seq - self._next > _PASSED:
            self._began = seq
            self._connection = self._near(seq, _PASSED)
            return
        for event in events_between(self._recording, self._next - 1, seq - 1):
            if event.size <= _READABLE:
                self._connection = step(self._connection, event).after

    def _near(self, first: int, count: int) -> Connection:
        """What is known before event `first`, by the handshake and the `count` events just before it."""
        connection = new_connection()
        near = max(0, first - 1 - count)
        for event in events_between(self._recording, 0, min(_HANDSHAKE, near)):
            # What they told of a session may be long overtaken.
            if isinstance(event.body, Request | Response) and event.size <= _READABLE:
                connection = step(connection, event).after
        for event in events_between(self._recording, near, first - 1):
            if event.size <= _READABLE:
                connection = step(connection, event).after
        return connection


def _stream(event: EventRow) -> Stream:
    if event.kind == "stderr":
        return Stream.STDERR
    if event.sender is None:
        return Stream.CONTROL
    return Stream.CLIENT_TO_AGENT if event.sender == "client" else Stream.AGENT_TO_CLIENT
