"""A filter as a tree of frozen values, which the store makes SQL of and `meet` asks about one event.

Every leaf is true or false of an event. What an event does not have meets nothing, so `not` finds it.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

LEAST: Final = -(2**63)
MOST: Final = 2**63 - 1


class Pattern(NamedTuple):
    """What a word must look like: these pieces in this order, with anything between them, and nothing before or after.

    One piece: the word itself. Case counts, as it does in the protocol's names.
    """

    pieces: tuple[str, ...]

    @property
    def word(self) -> str | None:
        """The only word that meets it; None where several may."""
        return self.pieces[0] if len(self.pieces) == 1 else None

    def meets(self, word: str) -> bool:
        """Whether `word` looks like this."""
        first, *rest = self.pieces
        if not rest:
            return word == first
        last = rest.pop()
        if len(word) < len(first) + len(last) or not (word.startswith(first) and word.endswith(last)):
            return False
        place, end = len(first), len(word) - len(last)
        for piece in rest:
            place = word.find(piece, place, end)
            if place < 0:
                return False
            place += len(piece)
        return True


class Span(NamedTuple):
    """Whole numbers from `low` to `high`, both included."""

    low: int = LEAST
    high: int = MOST


class SessionPick(NamedTuple):
    """A session by its letter, or if no session has that letter, by its id."""

    place: int | None
    """Where the session with that letter stands in the order in which sessions came, from 0; None = not a letter."""
    pattern: Pattern


@dataclass(frozen=True, slots=True)
class All:
    """Every part is met; without parts, always."""

    parts: tuple[Node, ...] = ()


@dataclass(frozen=True, slots=True)
class Some:
    """At least one part is met."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """The part is not met."""

    part: Node


WordField: TypeAlias = Literal["kind", "method", "update", "side", "status"]


@dataclass(frozen=True, slots=True)
class Words:
    """A word of the event looks like one of the patterns."""

    field: WordField
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Sessions:
    """The event belongs to one of these sessions."""

    picks: tuple[SessionPick, ...]


NumberField: TypeAlias = Literal["seq", "line", "part", "at", "latency", "size"]


@dataclass(frozen=True, slots=True)
class Numbers:
    """A number of the event, in nanoseconds or bytes where it is a time or a size, lies in one of the spans."""

    field: NumberField
    spans: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Ids:
    """The JSON-RPC id is one of these: `wire.rpc.RpcId.key`, with the id's JSON text."""

    ids: tuple[tuple[Hashable, str], ...]


@dataclass(frozen=True, slots=True)
class Rules:
    """A rule that looks like one of the patterns has something to say about the event."""

    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Levels:
    """The event has a finding of one of these levels."""

    levels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Says:
    """The text stands in the event's line, see `text_search`."""

    text: str


@dataclass(frozen=True, slots=True)
class Holds:
    """These bytes stand in the event's line, case and all."""

    raw: bytes


Node: TypeAlias = All | Some | Not | Words | Sessions | Numbers | Ids | Rules | Levels | Says | Holds


def nodes_of(node: Node) -> list[Node]:
    """The node and all below it."""
    match node:
        case All(parts) | Some(parts):
            return [node, *(below for part in parts for below in nodes_of(part))]
        case Not(part):
            return [node, *nodes_of(part)]
    return [node]


def rule_meets(pattern: Pattern, rule: str) -> bool:
    """Whether a rule's id, its group or its name looks like the pattern; with a slash in it, only the id may."""
    if pattern.meets(rule):
        return True
    if any("/" in piece for piece in pattern.pieces):
        return False
    return any(map(pattern.meets, rule.split("/")))
