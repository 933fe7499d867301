"""Whether an unknown word is a known one misspelled."""

from __future__ import annotations

import re
from typing import Final

_KNOWN: Final = re.compile(r'"((?:[^"\\]|\\.)*)"')
_MOST: Final = 2
_LONGEST: Final = 40


def nearest(word: str, expected: str) -> str | None:
    """The known word that is at most two typing errors away. `expected`: words in quotes, as problems list them.

    Short words are left alone: of those, every other one is near.
    """
    if len(word) > _LONGEST:
        return None
    plain = re.sub(r"[-_ ]", "", word.casefold())
    best: tuple[int, str] | None = None
    for known in _KNOWN.findall(expected):
        other = known.replace("_", "").casefold()
        most = 0 if len(other) < 5 else 1 if len(other) < 8 else _MOST
        distance = _distance(plain, other)
        if distance <= most and (best is None or distance < best[0]):
            best = distance, known
    return None if best is None else best[1]


def _distance(one: str, other: str) -> int:
    """Levenshtein's distance."""
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        left, row[0] = row[0], number
        for place, wanted in enumerate(other, 1):
            left, row[place] = row[place], min(row[place] + 1, row[place - 1] + 1, left + (letter != wanted))
    return row[-1]
