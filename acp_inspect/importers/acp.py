"""Import `.acp` transcripts (see `wire.transcript`)."""

from __future__ import annotations

from collections.abc import Iterator

from acp_inspect.importers.captured import CapturedLine, Source
from acp_inspect.wire.transcript import TranscriptError, parse_lines


def detect(head: bytes) -> bool:
    """Whether a file that starts with `head` has this format: every whole line of the head must."""
    lines = head.decode(errors="surrogateescape").split("\n")
    try:
        return bool(list(parse_lines(lines[:-1] or lines)))
    except TranscriptError:
        return False


def read(source: Source) -> Iterator[CapturedLine]:
    """The lines of a transcript. Raises ImportFault at a line that is none."""
    lines = (line.decode(errors="surrogateescape").removesuffix("\n") for line in source.file)
    try:
        for entry in parse_lines(lines):
            yield CapturedLine(entry.stream, entry.raw, entry.at, entry.at, entry.number)
    except TranscriptError as error:
        raise source.fault(None, f"no transcript: {error}") from None
