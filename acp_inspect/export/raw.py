"""Export one stream's exact bytes."""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.export.subset import Told, chosen_lines
from acp_inspect.store.reader import Recording
from acp_inspect.views.filter import Filter
from acp_inspect.wire.framing import Stream


def export(
    recording: Recording, stream: Stream, where: Filter | None = None, told: Told | None = None
) -> Iterator[bytes]:
    """The bytes that crossed on `stream`, in pieces; with a filter, those of its lines that meet it."""
    if where is None:
        yield from recording.stream_bytes(stream)
        return
    for number in chosen_lines(recording, where, told):
        yield from (line.raw for line in recording.lines(number - 1, 1) if line.stream is stream)
