"""Export for the viewer: the file's name says in which form."""

from __future__ import annotations

from pathlib import Path

from acp_inspect.commands.writing import write_file
from acp_inspect.errors import UsageError
from acp_inspect.export import acp, jsonl, raw
from acp_inspect.store.reader import Recording
from acp_inspect.wire.framing import Stream


def export_to(path: Path, target: Path, first: int = 0, last: int = 0, /) -> int:
    """Write the recording at `path` to `target`: `.jsonl`, `.acp`, or the bytes of one stream as `.c2a`, `.a2c`,
    `.stderr`. `first`, `last`: the events whose lines to write, 0 = all. Returns how many bytes were written.

    Raises UsageError for another name or a file that exists, StoreError where the disk refuses.
    """
    with Recording.open(path) as recording:
        after, limit = _lines(recording, first, last)
        match target.suffix:
            case ".jsonl":
                chunks = jsonl.export(recording, after, limit)
            case ".acp":
                chunks = acp.export(recording, after, limit)
            case ".c2a" | ".a2c" | ".stderr" if first:
                raise UsageError(f"{target}: raw bytes are those of a whole stream; name it .jsonl or .acp, or unmark")
            case ".c2a" | ".a2c" | ".stderr":
                chunks = raw.export(recording, Stream.of_word(target.suffix[1:]))
            case _:
                raise UsageError(f"{target}: end the name in .jsonl, .acp, or .c2a, .a2c, .stderr for raw bytes")
        write_file(target, chunks, force=False)
    return target.stat().st_size


def _lines(recording: Recording, first: int, last: int) -> tuple[int, int | None]:
    """The line before those that hold the events, and how many they are; None = all."""
    begin, end = recording.event(first), recording.event(last)
    if begin is None or end is None:
        return 0, None
    return begin.line - 1, end.line - begin.line + 1
