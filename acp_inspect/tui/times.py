"""Which time the timeline shows beside an event, and the time of day where the viewer is."""

from __future__ import annotations

from datetime import datetime
from enum import Enum

from acp_inspect.views.units import UNKNOWN, clock


class Times(Enum):
    """What the time column counts from. The value says it to people."""

    START = "since the start"
    CLOCK = "of the wall clock"
    PREVIOUS = "since the event before"


def after(times: Times) -> Times:
    """The next one, round and round."""
    every = list(Times)
    return every[(every.index(times) + 1) % len(every)]


def time_text(times: Times, at: int, started_at: int | None) -> str:
    """The time of an event: `12.402`, or `17:22:03.402`. `at`: nanoseconds since the start, -1 = unknown; `started_at`:
    wall clock at the start in nanoseconds since 1970, None = unknown.
    """
    if times is not Times.CLOCK:
        return clock(at)
    if at < 0 or started_at is None:
        return UNKNOWN
    seconds, nanoseconds = divmod(started_at + at, 1_000_000_000)
    try:
        return f"{datetime.fromtimestamp(seconds):%H:%M:%S}.{nanoseconds // 1_000_000:03d}"
    except (OverflowError, OSError, ValueError):
        return UNKNOWN
