"""Everything that is in a recording, for comparing two, and recordings made line by line."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from acp_inspect.store.writer import Origin, Writer
from acp_inspect.wire.framing import Stream

CLIENT, AGENT, STDERR, CONTROL = Stream

ORIGIN = Origin(source="tee", started_at=1_790_000_000_000_000_000, argv=("agent", "--acp"), tee_pid=4711)


def tables(path: Path) -> dict[str, list[dict[str, object]]]:
    """The rows of every table of ours; only what must differ between two runs is left out."""
    with closing(sqlite3.connect(path)) as connection:
        connection.row_factory = sqlite3.Row
        found = {
            name: [dict(row) for row in connection.execute(f"SELECT * FROM {name} ORDER BY 1")]
            for name in ("recording", "line", "word", "event", "exchange", "session")
        }
    # Findings are another process's, which is done when it is done.
    for column in ("uuid", "judged", "judged_by"):
        del found["recording"][0][column]
    return found


def recorded(
    path: Path, lines: Iterable[tuple[Stream, bytes]], origin: Origin = ORIGIN, *, finish: bool = True
) -> Path:
    """A recording of these lines, a millisecond apart."""
    writer = Writer.create(path, origin)
    for number, (stream, raw) in enumerate(lines):
        at = number * 1_000_000 if origin.timed else -1
        writer.put(stream, raw, at, at)
    if finish:
        writer.finish("imported", None)
    else:
        writer.commit()
        writer.close()
    return path
