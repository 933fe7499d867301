"""Turn a journal's records into the lines of a recording. The same journal gives the same lines, however it is read.

That is what makes a killed recorder harmless: the next one reads the journal again from its start and passes over as
many lines as the recording already has.
"""

from __future__ import annotations

import os
from typing import Final, NamedTuple

from acp_inspect.record.journal import (
    END_OF_FILE,
    EXIT,
    FAILED,
    GAP,
    READER_GONE,
    SIGNAL,
    START,
    START_FAILED,
    STDERR,
    STREAM_END,
    Start,
    decode,
    decode_start_failed,
)
from acp_inspect.wire.control import Control, Exited, Gap, Signalled, Started, StartFailed, StreamEnded, encode_control
from acp_inspect.wire.framing import Framer, Line, Stream

LONGEST_LINE: Final = 128 << 20
"""A longer line is stored in pieces of about this size, so that an endless one cannot fill the memory."""

_LATEST: Final = 2**62
_STREAMS: Final = (Stream.CLIENT_TO_AGENT, Stream.AGENT_TO_CLIENT, Stream.STDERR)


class Cut(NamedTuple):
    """A line of a stream, ready for the store."""

    stream: Stream
    line: Line


class Translation:
    """Reads one journal's records from its first one."""

    def __init__(self) -> None:
        self._framers = tuple(Framer() for _ in _STREAMS)
        self._zero: int | None = None
        self._now = 0
        self._argv: tuple[str, ...] = ()
        self._gap_noted = False
        self.start: Start | None = None
        """The first record, once it was read."""
        self.over = False
        """The journal's last record was read: the tee has nothing more to say."""

    @property
    def now(self) -> int:
        """Nanoseconds since the start at the latest record."""
        return self._now

    def lines(self, at: int, kind: int, payload: bytes) -> list[Cut]:
        """The lines that end with this record."""
        if self._zero is None:
            self._zero = at
        if kind == START and self.start is None:
            self.start = start = Start.decode(payload)
            self._zero = start.monotonic or at
            self._argv = tuple(map(readable, start.argv))
            self._now = self._since(at)
            return self._started(start)
        self._now = now = self._since(at)
        if kind <= STDERR:
            return self._data(_STREAMS[kind], payload, now)
        return self._control(kind, payload, now)

    def ending(self, leftover: int, fault: str, refused: bool) -> list[Cut]:
        """The lines that are left when the tee is gone and its last record was read.

        `leftover`: bytes after the last whole record; `fault`: why the reader stopped early; `refused`: the disk did
        not even take the record of a gap.
        """
        cuts = self._tails()
        if refused and not self._gap_noted:
            cuts.append(self._says(Gap(None, None, "the disk took no more of the journal")))
        if fault:
            cuts.append(self._says(Gap(None, leftover, f"the journal is {fault}")))
        elif leftover and not self.over:
            cuts.append(self._says(Gap(None, leftover, "the journal's last record was never finished")))
        if not self.over:
            cuts.append(self._says(Gap(None, None, "the tee ended without a word: bytes after this may be missing")))
            self.over = True
        return cuts

    def _since(self, at: int) -> int:
        return min(max(0, at - (self._zero or 0)), _LATEST)

    def _started(self, start: Start) -> list[Cut]:
        cuts = []
        if start.agent_pid:
            cuts.append(self._says(Started(self._argv, start.agent_pid)))
        if start.stderr == b"terminal":
            cuts.append(self._says(Gap(Stream.STDERR, None, "stderr was a terminal, and was left to the agent alone")))
        return cuts

    def _data(self, stream: Stream, payload: bytes, now: int) -> list[Cut]:
        framer = self._framers[stream]
        cuts = [Cut(stream, line) for line in framer.feed(payload, now)]
        if framer.pending >= LONGEST_LINE:
            cuts += [Cut(stream, line) for line in framer.close()]
        return cuts

    def _control(self, kind: int, payload: bytes, now: int) -> list[Cut]:
        if kind == START_FAILED:
            self.over = True
            code, _, reason = decode_start_failed(payload)
            return [*self._tails(), self._says(StartFailed(self._argv, reason, code))]
        if kind not in (STREAM_END, SIGNAL, EXIT, GAP):
            return []
        values = decode(kind, payload)
        if values is None:
            return [self._says(Gap(None, None, "a record of the journal cannot be read"))]
        if kind == STREAM_END:
            return self._stream_ended(*values)
        if kind == SIGNAL:
            return [self._says(Signalled(values[0]))]
        if kind == EXIT:
            self.over = True
            return [*self._tails(), self._exited(*values)]
        return self._gap(values[0], values[1:])

    def _stream_ended(self, number: int, reason: int, code: int) -> list[Cut]:
        if number > STDERR:
            return [self._says(Gap(None, None, "a record of the journal cannot be read"))]
        stream = _STREAMS[number]
        match reason:
            case _ if reason == END_OF_FILE:
                word = "eof"
            case _ if reason == READER_GONE:
                word = "its reader went away"
            case _ if reason == FAILED:
                word = f"reading failed: {os.strerror(min(code, 4095))}"
            case _:
                word = "still open when the tee ended"
        tail = [Cut(stream, line) for line in self._framers[stream].close()]
        return [*tail, self._says(StreamEnded(stream, word))]

    def _exited(self, status: int, at: int) -> Cut:
        status &= 0xFFFF  # all that a wait status has; a damaged record may hold more than os.W… take
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else None
        code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else None
        cut = self._says(Exited(code, number))
        return Cut(cut.stream, cut.line._replace(first_at=min(self._since(at), self._now)))

    def _gap(self, code: int, sizes: tuple[int, ...]) -> list[Cut]:
        reason = f"the journal could not be written: {os.strerror(min(code, 4095))}"
        gaps = [
            self._says(Gap(stream, min(size, _LATEST), reason))
            for stream, size in zip(_STREAMS, sizes, strict=True)
            if size
        ]
        # The record made when writing failed has no sizes yet; the one at the end of the run has.
        if not gaps and not self._gap_noted:
            gaps = [self._says(Gap(None, None, reason))]
        self._gap_noted = True
        return [*self._tails(), *gaps]

    def _tails(self) -> list[Cut]:
        return [
            Cut(stream, line) for stream, framer in zip(_STREAMS, self._framers, strict=True) for line in framer.close()
        ]

    def _says(self, control: Control) -> Cut:
        return Cut(Stream.CONTROL, Line(encode_control(control), self._now, self._now))


def readable(value: bytes) -> str:
    """The operating system's bytes as text. What is no UTF-8 shows as `\\xff`: it could be neither stored nor shown."""
    return value.decode(errors="backslashreplace")
