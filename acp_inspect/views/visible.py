"""Hostile text made inert: what cannot be seen is shown, what would move the cursor or the reading order is named.

Everything that came over the wire and reaches a screen passes through here. Markup is not touched: whoever draws the
text must draw it as text.
"""

from __future__ import annotations

import re
from typing import Final
from unicodedata import combining, east_asian_width

_NAMES: Final = {
    0x00AD: "SHY",
    0x034F: "CGJ",
    0x061C: "ALM",
    0x200B: "ZWSP",
    0x200C: "ZWNJ",
    0x200D: "ZWJ",
    0x200E: "LRM",
    0x200F: "RLM",
    0x2028: "LS",
    0x2029: "PS",
    0x202A: "LRE",
    0x202B: "RLE",
    0x202C: "PDF",
    0x202D: "LRO",
    0x202E: "RLO",
    0x2060: "WJ",
    0x2066: "LRI",
    0x2067: "RLI",
    0x2068: "FSI",
    0x2069: "PDI",
    0xFEFF: "BOM",
}

# C0, DEL, C1; then what is drawn as nothing or changes the order of what is drawn: soft hyphen, joiners, bidi controls,
# separators, fillers, variation selectors (but the two that choose text or emoji), interlinear marks, tags; surrogates.
_UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0d\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff\ud800-\udfff"
    "\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_UNSEEN_BUT_NEWLINE: Final = re.compile(f"(?!\n){_UNSEEN.pattern}")

ELLIPSIS: Final = "…"


def visible(text: str) -> str:
    """`text` on one line with every unseen character shown: control pictures (`␛`, `␊`) or a name (`⟨RLO⟩`)."""
    return text if text.isascii() and text.isprintable() else _UNSEEN.sub(_shown, text)


def visible_lines(text: str) -> str:
    """Like `visible`, but a newline stays a newline."""
    return _UNSEEN_BUT_NEWLINE.sub(_shown, text)


def visible_bytes(raw: bytes) -> str:
    """Bytes as visible text on one line; a byte that belongs to no UTF-8 character shows as `⟨ff⟩`."""
    return _UNSEEN.sub(_shown_byte, raw.decode(errors="surrogateescape"))


def clip(text: str, limit: int) -> str:
    """At most `limit` characters of `text`, the last one an ellipsis where something was cut."""
    if len(text) <= limit:
        return text
    return text[: limit - 1] + ELLIPSIS if limit > 0 else ""


def fit(text: str, cells: int) -> str:
    """Visible `text` cut to at most `cells` columns of a terminal, the last one an ellipsis where something was cut."""
    if text.isascii():
        return clip(text, cells)
    used = kept = 0
    for place, character in enumerate(text):
        used += cell_width(character)
        if used > cells:
            return text[:kept] + ELLIPSIS if cells > 0 else ""
        if used < cells:
            kept = place + 1
    return text


def cells_of(text: str) -> int:
    """How many columns of a terminal visible `text` takes."""
    return len(text) if text.isascii() else sum(map(cell_width, text))


def cell_width(character: str) -> int:
    """Columns one visible character takes: 0, 1 or 2."""
    if character < "\u0300":
        return 1
    if combining(character) or "\ufe00" <= character <= "\ufe0f":
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def _shown(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "␡"
    return f"⟨{_NAMES.get(code) or f'U+{code:04X}'}⟩"


def _shown_byte(match: re.Match[str]) -> str:
    code = ord(match[0])
    return f"⟨{code - 0xDC00:02x}⟩" if 0xDC80 <= code <= 0xDCFF else _shown(match)


def printable_json(json_text: str) -> str:
    """JSON text with every character that is not printable as its escape, so that no terminal acts upon it.

    The text may hold such characters inside of strings only: no white space between tokens but spaces.
    """
    if json_text.isprintable():
        return json_text
    return "".join(map(_escaped, json_text))


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    units = character.encode("utf-16-be", errors="surrogatepass").hex()
    return "".join(f"\\u{units[place : place + 4]}" for place in range(0, len(units), 4))
