"""What every importer gives: lines in the order they crossed, as the store takes them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import BinaryIO, Final, NamedTuple

from acp_inspect.errors import UsageError
from acp_inspect.wire.control import Control, encode_control
from acp_inspect.wire.framing import Framer, Line, Stream

UNKNOWN_TIME: Final = -1

HEAD: Final = 64 * 1024
"""Bytes from a file's start that detection may look at."""


class CapturedLine(NamedTuple):
    """A line of a recording in the making. Times: nanoseconds since the start, -1 = unknown."""

    stream: Stream
    raw: bytes
    first_at: int = UNKNOWN_TIME
    last_at: int = UNKNOWN_TIME
    source: int = 0
    """Number (from 1) of the file's line in which it ends; 0 = unknown."""


class Part(NamedTuple):
    """One connection of a file, which may hold several: each becomes a recording."""

    name: str
    """What tells it from the file's others; empty where it is the only one."""
    lines: Iterator[CapturedLine]


class ImportFault(UsageError):
    """A file cannot be imported: which, where in it, and why."""

    def __init__(self, name: str, number: int | None, reason: str) -> None:
        super().__init__(f"{name}: {reason}" if number is None else f"{name}, line {number}: {reason}")


class Source(NamedTuple):
    """An open file to import."""

    name: str
    """For messages."""
    file: BinaryIO
    """At its start, seekable."""

    def head(self) -> bytes:
        """The first bytes, up to `HEAD`; the file stays at its start."""
        start = self.file.read(HEAD)
        self.file.seek(0)
        return start

    def fault(self, number: int | None, reason: str) -> ImportFault:
        """The error for line `number` (from 1), or for the whole file."""
        return ImportFault(self.name, number, reason)


class Frames:
    """Puts bytes of several streams into lines, in the order in which the lines were complete."""

    def __init__(self) -> None:
        self._framers: dict[Stream, Framer] = {stream: Framer() for stream in Stream if stream is not Stream.CONTROL}
        self._sources = dict.fromkeys(Stream, 0)

    def feed(self, stream: Stream, data: bytes, at: int, source: int) -> list[CapturedLine]:
        """The lines that end in `data`, which line `source` of the file holds."""
        self._sources[stream] = source
        return [_captured(stream, line, source) for line in self._framers[stream].feed(data, at)]

    def close(self) -> list[CapturedLine]:
        """The unfinished tails, as when the process that wrote them has ended."""
        return [
            _captured(stream, line, self._sources[stream])
            for stream, framer in self._framers.items()
            for line in framer.close()
        ]


def control_line(control: Control, at: int = UNKNOWN_TIME) -> CapturedLine:
    """The line that says `control`."""
    return CapturedLine(Stream.CONTROL, encode_control(control), at, at)


def _captured(stream: Stream, line: Line, source: int) -> CapturedLine:
    return CapturedLine(stream, line.raw, line.first_at, line.last_at, source)
