"""What one may want to step to in a recording, and how SQLite finds the next one."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Seek(Enum):
    """A kind of event."""

    MESSAGE = "message"
    """What either side sent as a message; not stderr, nor what only the recorder knows."""
    TURN = "turn"
    """A prompt."""
    FINDING = "finding"
    """What a rule said something about."""

    def query(self, *, forward: bool) -> str:
        """The query for the nearest one after (before) an event; its one value is that event's `seq`."""
        side, order = (">", "ASC") if forward else ("<", "DESC")
        return f"SELECT seq FROM {_FROM[self]} AND seq {side} ? ORDER BY seq {order} LIMIT 1"


_WORDS: Final = "IN (SELECT id FROM word WHERE text IN ({}))"
# The plus signs keep SQLite from an index: it would sort every hit to find the nearest.
_FROM: Final = {
    Seek.MESSAGE: "event WHERE +kind " + _WORDS.format("'request', 'notification', 'response', 'malformed'"),
    Seek.TURN: "event WHERE +kind " + _WORDS.format("'request'") + " AND +method " + _WORDS.format("'session/prompt'"),
    Seek.FINDING: "finding WHERE TRUE",
}
