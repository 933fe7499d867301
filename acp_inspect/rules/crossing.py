"""How sure it is that a peer had read a message before it wrote its own, when the two went opposite ways.

A recording shows what crossed, not what was read when. A short time between the two may be a race; time, or other
messages of the peer in between, make one unlikely.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from acp_inspect.rules.declare import Level

NEAR: Final = 5_000_000
"""Nanoseconds. Within it, two messages may well have crossed."""
FAR: Final = 20_000_000
"""Nanoseconds. After it, a peer that reads its input at all has read the message."""
LONG: Final = 1_000_000_000
"""Nanoseconds. Enough to act on a message, not only to read it."""


class Read(IntEnum):
    """Whether the peer had read it."""

    UNKNOWN = 0
    LIKELY = 1
    SURE = 2

    @property
    def level(self) -> Level:
        """How much a fault weighs that there is only if the peer had read it."""
        return (Level.INFO, Level.WARNING, Level.ERROR)[self]

    @property
    def doubt(self) -> str:
        """What to add to the message about such a fault."""
        return "" if self is Read.SURE else "; the two may have crossed"


def elapsed(earlier: int, later: int) -> int | None:
    """Nanoseconds between two times of a recording; None where one of them is unknown."""
    return later - earlier if earlier >= 0 and later >= 0 else None


def was_read(time: int | None, heard: int) -> Read:
    """`time`: nanoseconds from the message to the peer's own, None = unknown; `heard`: what else it sent since."""
    if time is None:
        return Read(min(heard, Read.SURE))
    if time < NEAR:
        return Read.UNKNOWN
    return Read.SURE if time >= FAR or heard else Read.LIKELY


def ago(time: int | None) -> str:
    """A time for people, as in "3 ms earlier"."""
    if time is None:
        return "earlier"
    if time < LONG:
        return f"{time / 1_000_000:.0f} ms earlier"
    return f"{time / 1_000_000_000:.1f} s earlier"
