"""Where to go: an event's number, or a time since the start, as people type them."""

from __future__ import annotations

import re
from typing import Final, NamedTuple, TypeAlias

_NUMBER: Final = re.compile(r"#?\s*(\d[\d,_ ]*)")
_TIME: Final = re.compile(
    r"\+?\s*(?:(?P<h>\d+)\s*[h:]\s*(?=\d+\s*[m:]))?(?:(?P<m>\d+)\s*[m:]\s*)?(?:(?P<s>\d+(?:[.,]\d*)?)\s*s?)?"
)


class Number(NamedTuple):
    """The event with this number."""

    seq: int


class Time(NamedTuple):
    """The last event at or before this time."""

    at: int
    """Nanoseconds since the start."""


Place: TypeAlias = Number | Time


def place_of(text: str) -> Place | None:
    """`212`, `#1,204` is a number; `+12.5`, `4m12s`, `1:02:03`, `12.5` a time; None for anything else."""
    text = text.strip()
    if (number := _NUMBER.fullmatch(text)) is not None:
        digits = re.sub(r"\D", "", number[1])
        return Number(int(digits)) if len(digits) <= 15 else None
    time = _TIME.fullmatch(text)
    if time is None or not any(time.groups()) or len(text) > 24:
        return None
    whole, _, fraction = (time["s"] or "0").replace(",", ".").partition(".")
    seconds = int(time["h"] or 0) * 3600 + int(time["m"] or 0) * 60 + int(whole)
    return Time(seconds * 1_000_000_000 + int(f"{fraction:0<9.9}"))
