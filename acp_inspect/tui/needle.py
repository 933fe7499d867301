"""What to look for in payloads: the bytes it may be written as on the wire, and the pattern that marks it on screen."""

from __future__ import annotations

import json
import re
from typing import NamedTuple


class Needle(NamedTuple):
    """Text to find."""

    text: str
    forms: tuple[bytes, ...]
    """How it may stand in a line: as it is, and escaped as JSON strings may have it."""
    any_case: bool

    @property
    def pattern(self) -> re.Pattern[str]:
        """What to mark in text that is shown."""
        forms = {self.text, json.dumps(self.text, ensure_ascii=False)[1:-1]}
        return re.compile(
            "|".join(map(re.escape, sorted(forms, key=len, reverse=True))), re.IGNORECASE if self.any_case else 0
        )

    def is_in(self, raw: bytes) -> bool:
        """Whether a line holds the text."""
        hay = raw.lower() if self.any_case else raw
        return any(form in hay for form in self.forms)


def needle_of(text: str) -> Needle:
    """Text as it was typed: with a capital letter in it case counts, without one it does not (ASCII letters)."""
    any_case = text == text.lower()
    spellings = (text, json.dumps(text, ensure_ascii=False)[1:-1], json.dumps(text)[1:-1])
    encoded = [spelling.encode(errors="surrogatepass") for spelling in spellings]
    return Needle(text, tuple(dict.fromkeys(form.lower() if any_case else form for form in encoded)), any_case)
