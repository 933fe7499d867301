"""Helpers of importer tests: bytes in, lines out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from io import BytesIO

from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.wire.control import Control, decode_control
from acp_inspect.wire.framing import Stream

C2A, A2C, STDERR, CONTROL = Stream


def source(data: bytes, name: str = "capture") -> Source:
    """An open file that holds `data`."""
    return Source(name, BytesIO(data))


def imported(read: Callable[[Source], Iterator[CapturedLine]], data: bytes) -> list[CapturedLine]:
    """All lines that an importer makes of `data`."""
    return list(read(source(data)))


def traffic(lines: list[CapturedLine]) -> list[tuple[Stream, bytes]]:
    """The lines that crossed, without what the importer remarks."""
    return [(line.stream, line.raw) for line in lines if line.stream is not CONTROL]


def remarks(lines: list[CapturedLine]) -> list[Control]:
    """What the importer remarks."""
    return [decode_control(line.raw) for line in lines if line.stream is CONTROL]
