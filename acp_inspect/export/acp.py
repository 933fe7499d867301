"""Export as an `.acp` transcript (see `wire.transcript`)."""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.export.subset import Told, lines_of
from acp_inspect.store.reader import Recording
from acp_inspect.views.filter import Filter
from acp_inspect.wire.transcript import Entry, print_entry


def export(recording: Recording, where: Filter | None = None, told: Told | None = None) -> Iterator[bytes]:
    """The recording's lines, or those that meet the filter, as a transcript, one line each."""
    for line in lines_of(recording, where, told):
        yield print_entry(Entry(line.stream, line.raw, line.last_at)).encode() + b"\n"
