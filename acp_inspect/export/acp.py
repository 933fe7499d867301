"""Export as an `.acp` transcript (see `wire.transcript`)."""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.store.reader import Recording
from acp_inspect.wire.transcript import Entry, print_entry


def export(recording: Recording, after: int = 0, limit: int | None = None) -> Iterator[bytes]:
    """The recording's lines as a transcript, one line each: at most `limit` of those after line `after`."""
    for line in recording.lines(after, limit):
        yield print_entry(Entry(line.stream, line.raw, line.last_at)).encode() + b"\n"
