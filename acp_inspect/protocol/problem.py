"""What decoding says about a value: the value as its receiver holds it, and each fault with its place and its price."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Final, NamedTuple

from acp_inspect.wire.json_text import ExactNumber, Json
from acp_inspect.wire.rpc import Absent


class Effect(StrEnum):
    """What a reference decoder does because of a fault."""

    LOST = "lost"
    """The whole message is rejected: a notification vanishes, a request is answered with -32602, a call fails."""
    SALVAGED = "salvaged"
    """The member at `reach` counts as omitted, or gets its default; the rest is read."""
    DROPPED = "dropped"
    """The list item at `reach` goes; the rest is read."""
    DEFAULTED = "defaulted"
    """A null is read as empty, as the schema's marker allows."""
    KEPT = "kept"
    """Nothing is lost: the schema does not know it, and leaves room for it."""


class ProblemKind(StrEnum):
    """What is wrong with a value."""

    MISSING = "missing"
    """A required member is not there; `pointer` says where it should be."""
    WRONG_TYPE = "wrong-type"
    UNKNOWN_VALUE = "unknown-value"
    """Not among the values that the schema lists."""
    UNKNOWN_VARIANT = "unknown-variant"
    """The discriminator names no variant that the schema lists. A known variant with a fault in it is never this."""
    OTHER_VARIANT = "other-variant"
    """The discriminator names a variant that the value does not fit; it is read as another one, without an error."""
    OUT_OF_RANGE = "out-of-range"
    TOO_SHORT = "too-short"
    BAD_FORMAT = "bad-format"
    AMBIGUOUS = "ambiguous"
    """Members of several alternatives that exclude each other."""
    NULL = "null"
    UNKNOWN_MEMBER = "unknown-member"
    """A member that the schema does not know, outside `_meta`. Receivers pass over it."""


class Problem(NamedTuple):
    """One fault of a value."""

    pointer: str
    """JSON pointer (RFC 6901) from the decoded value to the fault."""
    expected: str
    found: str
    """What is there instead, in a few printable characters."""
    effect: Effect
    kind: ProblemKind
    reach: str
    """JSON pointer to what is lost, salvaged or dropped with it: the fault's own place, or something around it."""


class Decoded(NamedTuple):
    """A value as a conforming receiver holds it, and what was wrong with it."""

    value: Json | Absent
    """ABSENT when the receiver rejects the message. The very object that was decoded when nothing had to change."""
    problems: tuple[Problem, ...]
    """Faults that are lost, salvaged, dropped or defaulted, in the order of the message."""
    unknown: tuple[Problem, ...]
    """What the schema does not know but leaves room for: open values, open variants, extra members. All are KEPT."""
    lost: bool
    """Whether the receiver rejects the message."""


LONGEST_FOUND: Final = 48


def found(value: Json) -> str:
    """A few printable characters that say what a value is, whatever it contains."""
    match value:
        case dict():
            return "an object" if value else "an empty object"
        case list():
            return f"an array of {len(value)}" if value else "an empty array"
        case str():
            text = json.dumps(value[: LONGEST_FOUND + 1], ensure_ascii=False)
        case ExactNumber():
            text = value.text
        case int() if not isinstance(value, bool) and abs(value) >= 10**LONGEST_FOUND:
            text = f"an integer of {value.bit_length()} bits"
        case _:
            text = json.dumps(value)
    if len(text) > LONGEST_FOUND:
        text = text[: LONGEST_FOUND - 1] + "…"
    return "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in text)


class Fault:
    """A problem while decoding still climbs out of the value: its path grows from the inside outwards."""

    __slots__ = ("below", "effect", "expected", "found", "kind", "path")

    def __init__(self, kind: ProblemKind, expected: str, found: str, effect: Effect = Effect.LOST) -> None:
        self.kind = kind
        self.expected = expected
        self.found = found
        self.effect = effect
        self.path: list[str | int] = []
        """Member names and item numbers, innermost first."""
        self.below = 0
        """How many of them lie below the node that pays for the fault."""

    def problem(self) -> Problem:
        """The finished problem, once the path has reached the root."""
        steps = [str(step).replace("~", "~0").replace("/", "~1") for step in reversed(self.path)]
        if self.effect is Effect.LOST:
            self.below = len(steps)
        reach = steps[: len(steps) - self.below]
        return Problem(_pointer(steps), self.expected, self.found, self.effect, self.kind, _pointer(reach))


def _pointer(steps: list[str]) -> str:
    return "".join("/" + step for step in steps)
