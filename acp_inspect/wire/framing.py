"""Cut one stream's bytes into lines without losing one.

Law: the joined lines are the joined data, and how the data was cut changes nothing. Only LF ends a line; CR, U+2028 and
friends are ordinary bytes (ACP's stdio transport delimits messages by newlines and allows none inside a message).
"""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple


class Stream(IntEnum):
    """Where bytes came from. The numbers are those of the journal and the store."""

    CLIENT_TO_AGENT = 0
    AGENT_TO_CLIENT = 1
    STDERR = 2
    CONTROL = 3
    """Not traffic: what the recorder knows about the process and about holes (see `wire.control`)."""

    @property
    def word(self) -> str:
        """The stream's short name in files and on the command line: c2a, a2c, stderr, control."""
        return _WORDS[self]

    @classmethod
    def of_word(cls, word: str) -> Stream:
        """The stream of a short name; ValueError for another word."""
        return cls(_WORDS.index(word))


_WORDS = ("c2a", "a2c", "stderr", "control")


class Line(NamedTuple):
    """The bytes of one line with its terminator, exactly as they crossed, and when.

    A NamedTuple rather than a dataclass: a recording makes millions of them.
    """

    raw: bytes
    first_at: int
    """Nanoseconds at which the line's first byte was read, on the caller's clock; -1 = unknown."""
    last_at: int

    @property
    def terminated(self) -> bool:
        """False for the unfinished tail of a stream."""
        return self.raw.endswith(b"\n")


class Framer:
    """Collects one stream's data and gives back its lines. Holds only the unfinished tail."""

    __slots__ = ("_first_at", "_last_at", "_parts")

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._first_at = -1
        self._last_at = -1

    @property
    def pending(self) -> int:
        """How many bytes wait for their newline."""
        return sum(map(len, self._parts))

    def feed(self, data: bytes, at: int) -> list[Line]:
        """The lines that end in `data`, which was read at `at`."""
        if not data:
            return []
        *ends, tail = data.split(b"\n")
        lines: list[Line] = []
        if ends:
            head = ends[0] + b"\n"
            if self._parts:
                # Parts are joined once a line, so a 64 MB line costs its own length, not its square.
                self._parts.append(head)
                lines.append(Line(b"".join(self._parts), self._first_at, at))
                self._parts.clear()
            else:
                lines.append(Line(head, at, at))
            lines.extend([Line(end + b"\n", at, at) for end in ends[1:]])
        if tail:
            if not self._parts:
                self._first_at = at
            self._last_at = at
            self._parts.append(tail)
        return lines

    def close(self) -> list[Line]:
        """The tail as one unterminated line, if there is one. The framer is empty afterwards."""
        if not self._parts:
            return []
        line = Line(b"".join(self._parts), self._first_at, self._last_at)
        self._parts.clear()
        return [line]
