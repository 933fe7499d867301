"""Whether a text stands in a line, as people mean it: in any case, and however JSON spells its characters.

A line says `café` where it holds these letters, and where it holds `caf\\u00e9` or `CAF\\u00C9`. Searched are the line
as it crossed and the line with every JSON escape decoded.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

_ESCAPE: Final = re.compile(
    r"\\(?:u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|([\"\\/bfnrt]))"
)
_SHORT: Final = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
_PRINTABLE_ASCII_ESCAPE: Final = re.compile(rb"\\u00[2-7]")


class Needle:
    """A text to search for."""

    def __init__(self, text: str) -> None:
        self.ascii: Final = text.isascii()
        self.plain: Final = self.ascii and text.isprintable() and not set('"\\/') & set(text)
        """JSON can spell it in another way only with escapes from \\u0020 to \\u007f, which hardly anyone writes."""
        self._folded = text.lower() if self.ascii else text.casefold()
        self._bytes = self._folded.encode()

    def is_in(self, raw: bytes) -> bool:
        """Whether a line says it."""
        escaped = b"\\" in raw
        if self.ascii:
            if self._bytes in raw.lower():
                return True
            if not escaped or (self.plain and not _PRINTABLE_ASCII_ESCAPE.search(raw)):
                return False
            return self._folded in decoded(raw.decode(errors="replace")).lower()
        if not escaped and raw.isascii():
            return False
        text = raw.decode(errors="replace")
        return self._folded in text.casefold() or (escaped and self._folded in decoded(text).casefold())


@lru_cache(maxsize=64)
def needle(text: str) -> Needle:
    """The text as a needle, made once."""
    return Needle(text)


def says(raw: bytes, text: str) -> bool:
    """Whether the line `raw` says `text`."""
    return needle(text).is_in(raw)


def decoded(text: str) -> str:
    """`text` with every JSON escape as the character it stands for; half of a pair as U+FFFD."""
    return _ESCAPE.sub(_character, text)


def marks(text: str, wanted: Sequence[str]) -> list[tuple[int, int]]:
    """Where any of the texts stands in a shown text: starts and ends, in order, none overlapping another."""
    if not wanted:
        return []
    longest_first = sorted(wanted, key=len, reverse=True)
    return [match.span() for match in re.finditer("|".join(map(re.escape, longest_first)), text, re.IGNORECASE)]


def _character(match: re.Match[str]) -> str:
    high, low, unit, short = match.groups()
    if high is not None:
        return chr(0x10000 + ((int(high, 16) - 0xD800) << 10) + int(low, 16) - 0xDC00)
    if unit is not None:
        code = int(unit, 16)
        return "\ufffd" if 0xD800 <= code < 0xE000 else chr(code)
    return _SHORT.get(short, str(short))
