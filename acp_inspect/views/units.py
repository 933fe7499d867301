"""Times, sizes and counts as people read them. Unknown shows as a dash, never as zero."""

from __future__ import annotations

from signal import Signals
from typing import Final

UNKNOWN: Final = "–"

_SECOND: Final = 1_000_000_000


def clock(at: int) -> str:
    """A moment in seconds since the start with milliseconds: `12.402`. `at`: nanoseconds, -1 = unknown."""
    if at < 0:
        return UNKNOWN
    milliseconds = at // 1_000_000
    return f"{milliseconds // 1000}.{milliseconds % 1000:03d}"


def delta(nanoseconds: int | None) -> str:
    """Time since the line before, with its sign: `+0.003`."""
    if nanoseconds is None:
        return UNKNOWN
    return f"{'-' if nanoseconds < 0 else '+'}{clock(abs(nanoseconds))}"


def duration(nanoseconds: int | None) -> str:
    """A length of time in the unit that suits it: `340 µs`, `12 ms`, `8.2 s`, `4m12s`, `2h05m`."""
    if nanoseconds is None or nanoseconds < 0:
        return UNKNOWN
    if nanoseconds < 999_500:
        return f"{round(nanoseconds / 1_000)} µs"
    if nanoseconds < 999_500_000:
        return f"{round(nanoseconds / 1_000_000)} ms"
    if nanoseconds < 99_950_000_000:
        return f"{nanoseconds / _SECOND:.1f} s"
    seconds = nanoseconds // _SECOND
    if seconds < 3600:
        return f"{seconds // 60}m{seconds % 60:02d}s"
    return f"{seconds // 3600}h{seconds % 3600 // 60:02d}m"


def size(octets: int) -> str:
    """A number of bytes: `512 B`, `4.2 kB`, `64 MB`."""
    if octets < 1000:
        return f"{octets} B"
    scaled = float(octets)
    for unit in ("kB", "MB", "GB"):
        scaled /= 1000
        if scaled < 999.5 or unit == "GB":
            return f"{scaled:.1f} {unit}" if scaled < 99.95 else f"{scaled:,.0f} {unit}"
    raise AssertionError


def count(number: int, one: str, many: str | None = None) -> str:
    """A number with its noun: `1 message`, `1,204 messages`."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def signal_name(number: int) -> str:
    """The name of a signal: `SIGTERM`, or `signal 99` where this platform knows none."""
    try:
        return Signals(number).name
    except ValueError:
        return f"signal {number}"
