"""Helpers of importer tests: bytes in, lines out."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from io import BytesIO
from pathlib import Path

from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.importers.formats import detect
from acp_inspect.wire.control import Control, Note, decode_control
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


def sample(name: str) -> bytes:
    """A file of `data`; of SQL statements, the database they make."""
    data = (Path(__file__).parent / "data" / name).read_bytes()
    if not name.endswith(".sql"):
        return data
    return database(data.decode())


def database(statements: str) -> bytes:
    """The file of a database that the statements make."""
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(statements)
        return connection.serialize()


def recognised(data: bytes, form: str) -> list[tuple[str, list[CapturedLine]]]:
    """The connections of a file, by name, which must be found to have that format."""
    opened = source(data)
    found = detect(opened)
    assert found.name == form
    return [(part.name, list(part.lines)) for part in found.parts(opened)]


def only(data: bytes, form: str) -> list[CapturedLine]:
    """The lines of a file of that format that holds one connection."""
    ((name, lines),) = recognised(data, form)
    assert name == ""
    return lines


def told(lines: list[CapturedLine]) -> list[tuple[str, object, float]]:
    """Of each line but the first, which says what the file is: its stream's word, what it says, and its milliseconds."""
    assert isinstance(decode_control(lines[0].raw), Note)
    return [
        (
            line.stream.word,
            decode_control(line.raw) if line.stream is CONTROL else line.raw.decode(),
            line.last_at / 1e6,
        )
        for line in lines[1:]
    ]


def opening(lines: list[CapturedLine]) -> Note:
    """What the first line says."""
    note = decode_control(lines[0].raw)
    assert isinstance(note, Note)
    return note
