"""Export for the viewer: the file's name says in which form."""

from __future__ import annotations

from pathlib import Path

from acp_inspect.commands.filtering import filter_of
from acp_inspect.commands.writing import write_file
from acp_inspect.errors import UsageError
from acp_inspect.export import acp, jsonl, raw
from acp_inspect.store.reader import Recording
from acp_inspect.wire.framing import Stream


def export_to(path: Path, target: Path, first: int = 0, last: int = 0, /) -> int:
    """Write the recording at `path` to `target`: `.jsonl`, `.acp`, or the bytes of one stream as `.c2a`, `.a2c`,
    `.stderr`. `first`, `last`: the events whose lines to write, as a filter would choose them, 0 = all. Returns how
    many bytes were written.

    Raises UsageError for another name or a file that exists, StoreError where the disk refuses.
    """
    where = filter_of("export", [f"seq:{first}..{last}"]) if first else None
    with Recording.open(path) as recording:
        match target.suffix:
            case ".jsonl":
                chunks = jsonl.export(recording, where)
            case ".acp":
                chunks = acp.export(recording, where)
            case ".c2a" | ".a2c" | ".stderr":
                chunks = raw.export(recording, Stream.of_word(target.suffix[1:]), where)
            case _:
                raise UsageError(f"{target}: end the name in .jsonl, .acp, or .c2a, .a2c, .stderr for raw bytes")
        write_file(target, chunks, force=False)
    return target.stat().st_size
