"""What is wrong with a filter's text: where, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a text is no filter."""

    start: int
    """0-based place of the first character that is wrong; the text's length where something is missing at its end."""
    end: int
    """The place after the last one that is."""
    message: str
    """What is wrong and what would be right, on one line."""


class WrongFilter(Exception):
    """Carries a fault out of the parser; `filter.read_filter` hands it on as a value."""

    def __init__(self, start: int, end: int, message: str) -> None:
        super().__init__(message)
        self.fault = Fault(start, end, message)


def near(word: str, known: Iterable[str]) -> str:
    """`; did you mean …?` with the known words that look like `word`, or nothing."""
    found = get_close_matches(word.lower(), list(known), 3)
    return f"; did you mean {' or '.join(found)}?" if found else ""
