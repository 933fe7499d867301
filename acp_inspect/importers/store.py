"""Put what an importer reads into a recording."""

from __future__ import annotations

import os
from array import array
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from time import localtime, strftime

from acp_inspect.errors import StoreError
from acp_inspect.importers.captured import CapturedLine
from acp_inspect.store.connection import failures_of
from acp_inspect.store.format import SUFFIX
from acp_inspect.store.library import library_folder
from acp_inspect.store.writer import Origin, Writer
from acp_inspect.wire.control import Note, decode_control
from acp_inspect.wire.framing import Stream


def store_lines(
    lines: Iterator[CapturedLine],
    path: Path,
    *,
    source: str,
    name: str | None = None,
    tags: tuple[str, ...] = (),
    sources: array[int] | None = None,
) -> int:
    """Make the recording `path` of the lines; how many there were.

    `source`: the format's name. `sources` gets, for each line, the number of the file's line that holds it. Raises
    StoreError where the disk refuses and what reading the lines raises; then there is no recording.
    """
    first = next(lines, None)
    start = [] if first is None else [first]
    timed = first is not None and first.last_at >= 0
    opening = decode_control(first.raw) if first is not None and first.stream is Stream.CONTROL else None
    started_at = opening.started_at if isinstance(opening, Note) else None
    if path.exists():
        raise StoreError(f"{path}: there is a file of that name; choose another or remove it")
    # Under a name that no list shows until it is complete.
    making = path.with_name(f".{path.name[:80]}.{os.getpid()}")
    writer = Writer.create(making, Origin(source, started_at=started_at, timed=timed, name=name, tags=tags))
    try:
        for line in chain(start, lines):
            writer.put(line.stream, line.raw, line.first_at, line.last_at)
            if sources is not None:
                sources.append(line.source)
            if writer.full:
                writer.commit()
        writer.finish("imported", None)
        with failures_of(path):
            os.link(making, path)
    finally:
        writer.close()
        for suffix in ("", "-wal", "-shm"):
            making.with_name(making.name + suffix).unlink(missing_ok=True)
    return writer.lines


def place_for(stem: str) -> Path:
    """A path in the library for what is imported now from a file of that name. Raises StoreError."""
    folder = library_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(f"{folder}: cannot be made: {error.strerror or error}") from None
    safe = "".join(letter if letter.isascii() and (letter.isalnum() or letter in "._-") else "_" for letter in stem)
    base = f"{strftime('%Y%m%d-%H%M%S', localtime())}-{safe.lstrip('.')[:60] or 'import'}"
    names = (base if number == 1 else f"{base}-{number}" for number in count(1))
    return next(path for path in (folder / f"{name}{SUFFIX}" for name in names) if not path.exists())
