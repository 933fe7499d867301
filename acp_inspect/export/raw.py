"""Export one stream's exact bytes."""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.store.reader import Recording
from acp_inspect.wire.framing import Stream


def export(recording: Recording, stream: Stream) -> Iterator[bytes]:
    """The bytes that crossed on `stream`, in pieces."""
    return recording.stream_bytes(stream)
