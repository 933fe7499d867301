"""Which characters of a shown line are what: laid out JSON, the hex dump, facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from acp_inspect.tui.widgets.lines import Span

_JSON: Final = re.compile(
    r'(?P<key>"(?:[^"\\]|\\.)*+"(?=\s*:))|(?P<string>"(?:[^"\\]|\\.)*+"?)'
    r"|(?P<number>-?\d[\d.eE+-]*)|(?P<literal>true|false|null)|(?P<punctuation>[{}\[\]:,]+)"
)

FACT_NAME: Final = 13
"""Cells that the names of facts take."""
_OFFSET: Final = 8
_TEXT: Final = 60


def json_line(line: str) -> Iterator[Span]:
    """A line of JSON laid out; one that was cut ends in an unfinished string."""
    for token in _JSON.finditer(line):
        yield token.start(), token.end(), token.lastgroup or "punctuation"


def hex_line(line: str) -> Iterator[Span]:
    """Offset, bytes, characters."""
    yield 0, _OFFSET, "offset"
    yield _TEXT, len(line), "string"


def fact_line(line: str) -> Iterator[Span]:
    """A name, and what it is."""
    yield 0, FACT_NAME, "name"
    if line[FACT_NAME:].startswith("nothing"):
        yield FACT_NAME, len(line), "warning"


def note_line(line: str) -> Iterator[Span]:
    """A remark of ours among text that is not."""
    yield 0, len(line), "note"
