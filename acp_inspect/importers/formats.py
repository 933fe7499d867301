"""Every format that can be imported, and how it is recognised: by content, never by a file's name."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from acp_inspect.importers import acp, jsonl, ndjson
from acp_inspect.importers.captured import CapturedLine, Source


class Format(NamedTuple):
    """One format."""

    name: str
    about: str
    """What such a file is, for people."""
    detect: Callable[[bytes], bool]
    """Whether a file that starts with these bytes has the format."""
    read: Callable[[Source], Iterator[CapturedLine]]


FORMATS: Final = (
    Format("jsonl", 'capture with {"t", "dir", "raw"} on each line', jsonl.detect, jsonl.read),
    Format("acp", "transcript with C, A, E or = before each line", acp.detect, acp.read),
    Format("ndjson", "JSON-RPC messages, one a line, both directions mixed", ndjson.detect, ndjson.read),
)
"""In the order they are tried: the more particular first."""


def format_named(name: str) -> Format:
    """The format of that name. Raises KeyError for another."""
    return {format_.name: format_ for format_ in FORMATS}[name]


def detect(source: Source) -> Format:
    """The format of a file. Raises ImportFault, saying what was looked for, when it has none of ours."""
    head = source.head()
    if not head.strip():
        raise source.fault(None, "is empty, so there is nothing to import")
    if head.startswith(b"SQLite format 3\0"):
        raise source.fault(
            None, "is an SQLite database; if it is a recording, name it to show or view as it is, without importing it"
        )
    for format_ in FORMATS:
        if format_.detect(head):
            return format_
    known = "; ".join(f"{format_.name} ({format_.about})" for format_ in FORMATS)
    raise source.fault(None, f"is in no format that can be imported; looked for {known}")
