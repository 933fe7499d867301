"""Read numbers, times, durations and sizes: `>500ms`, `1m30s`, `100..200`, `+12.5s..`, `>=10kB`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Final, NamedTuple

from acp_inspect.views.filter_language.nodes import LEAST, MOST, Span


class Quantity(NamedTuple):
    """A kind of number."""

    wanted: str
    """What would be right, for a fault's message."""
    units: Mapping[str, Decimal]
    """Unit, in lower case → how much it is in the number that is stored."""
    unitless: Decimal | None
    """What a number without a unit is worth; None = it needs one."""
    exact: bool
    """Whether one number alone means just this number, without a comparison or a range."""
    least: int = LEAST
    """No span reaches below: -1 stands for an unknown time."""


_SECONDS: Final = {
    "ns": Decimal(1),
    "us": Decimal(10**3),
    "µs": Decimal(10**3),
    "μs": Decimal(10**3),
    "ms": Decimal(10**6),
    "s": Decimal(10**9),
    "m": Decimal(60 * 10**9),
    "min": Decimal(60 * 10**9),
    "h": Decimal(3600 * 10**9),
}
_BYTES: Final = {
    "b": Decimal(1),
    "kb": Decimal(10**3),
    "mb": Decimal(10**6),
    "gb": Decimal(10**9),
    "kib": Decimal(2**10),
    "mib": Decimal(2**20),
    "gib": Decimal(2**30),
}

COUNT: Final = Quantity("a number, as in 12, >12 or 12..20", {}, Decimal(1), True)
MOMENT: Final = Quantity(
    "seconds since the start with a comparison or a range, as in >12.5s or 1m..1m30s",
    _SECONDS,
    Decimal(10**9),
    False,
    0,
)
DURATION: Final = Quantity(
    "a time with its unit and a comparison or a range, as in >500ms or 1s..2s", _SECONDS, None, False
)
SIZE: Final = Quantity("a number of bytes, as in >10kB or 1MB..", _BYTES, Decimal(1), True)

_COMPARED: Final = re.compile(r"(>=|<=|>|<|=)?(.*)", re.DOTALL)
_PART: Final = re.compile(r"([0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})\s*([a-zµμ]*)", re.IGNORECASE)


def read_span(text: str, quantity: Quantity) -> Span | None:
    """The numbers that `text` means; None if it is not right. May be empty: `low` above `high`."""
    if ".." in text:
        first, _, last = text.partition("..")
        low = read_number(first, quantity) if first.strip() else Decimal(LEAST)
        high = read_number(last, quantity) if last.strip() else Decimal(MOST)
        if low is None or high is None or not (first.strip() or last.strip()):
            return None
        return _span(low, high, quantity)
    match = _COMPARED.fullmatch(text)
    sign, number = (match[1], read_number(match[2], quantity)) if match else (None, None)
    if number is None or (sign in (None, "=") and not quantity.exact):
        return None
    above, below = number.to_integral_value(ROUND_FLOOR) + 1, number.to_integral_value(ROUND_CEILING) - 1
    match sign:
        case ">":
            return _span(above, Decimal(MOST), quantity)
        case ">=":
            return _span(number, Decimal(MOST), quantity)
        case "<":
            return _span(Decimal(LEAST), below, quantity)
        case "<=":
            return _span(Decimal(LEAST), number, quantity)
    return _span(number, number, quantity)


def read_number(text: str, quantity: Quantity) -> Decimal | None:
    """A number with its unit, or several (`1m30s`), as what is stored; None if it is none."""
    text = text.strip().removeprefix("+")
    total = Decimal(0)
    place = parts = 0
    while place < len(text) or not parts:
        match = _PART.match(text, place)
        if match is None:
            return None
        unit = match[2].lower()
        worth = quantity.units.get(unit) if unit else quantity.unitless
        if worth is None or (parts and not unit):
            return None
        total += Decimal(match[1]) * worth
        place, parts = match.end(), parts + 1
    return total


def _span(low: Decimal, high: Decimal, quantity: Quantity) -> Span:
    bottom, top = low.to_integral_value(ROUND_CEILING), high.to_integral_value(ROUND_FLOOR)
    return Span(max(_held(bottom), quantity.least), _held(top))


def _held(number: Decimal) -> int:
    return int(max(Decimal(LEAST), min(Decimal(MOST), number)))
