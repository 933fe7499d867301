"""What a rule is, what it looks at, and what it says.

A rule is one file: its docstring is its page (see `rules.page`), its one decorated function is the check. The function
gets a `Case` (an event, the state before and after it, and what decoding said) and yields a `Hit` for each defect. It
is pure; what it must remember between events is a memory (`rules.memory`), which is part of the state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from acp_inspect.wire.rpc import Side

if TYPE_CHECKING:
    from acp_inspect.rules.case import Case


class Level(StrEnum):
    """How much a finding weighs; follows from the specification's word."""

    ERROR = "error"
    """The text says MUST, or the receiver loses the message, and the frames decide it."""
    WARNING = "warning"
    """SHOULD; or a part is salvaged or dropped; or a MUST that the frames show only probably."""
    INFO = "info"
    """Legal, but worth knowing."""

    @property
    def rank(self) -> int:
        """0 for info, 2 for error: for comparing."""
        return _RANKS[self]


_RANKS: Final = {Level.INFO: 0, Level.WARNING: 1, Level.ERROR: 2}


class Evidence(StrEnum):
    """How sure a rule is that grades its evidence: replayed notices, from position alone to certainty."""

    E0 = "E0"
    E1 = "E1"
    E2 = "E2"
    E1_E2 = "E1+E2"
    E3 = "E3"
    E4 = "E4"
    E5 = "E5"


class Dialect(StrEnum):
    """Which snapshot of the v2 draft a peer follows; v1 has only one."""

    AUGUST = "aug"
    NOVEMBER = "nov"
    POST = "post"


class Hit(NamedTuple):
    """One defect that a check saw."""

    message: str
    """What is wrong, in plain words, with the values at hand (wire text may be in it; views make it inert)."""
    pointer: str = ""
    """JSON pointer into the message of the event; empty = the whole of it."""
    seq: int | None = None
    """The event at fault, where it is an earlier one than the event that proved it."""
    related: tuple[int, ...] = ()
    """`seq`s of the events that prove it."""
    side: Side | None = None
    """The side at fault, where the rule is about both; the sender of the event if not given."""
    level: Level | None = None
    """Where it differs from the rule's."""
    effect: str | None = None
    """What the receiver does with it: lost, salvaged, dropped."""
    evidence: Evidence | None = None
    session: str | None = None
    """Where it is another one than the event's, as for hits that come late."""


Check: TypeAlias = Callable[["Case"], Iterable[Hit]]


class On(NamedTuple):
    """What a check looks at. The empty fields match everything; rules are looked up by these, so be exact."""

    kinds: tuple[str, ...] = ()
    """Words of `trace.event.kind_of`: request, notification, response, malformed, blank, stderr, exited …"""
    methods: tuple[str, ...] = ()
    """Methods; of a response: its request's."""
    updates: tuple[str, ...] = ()
    """Kinds of session updates, as they stand on the wire."""
    faulty: bool = False
    """Only messages in which decoding found a problem or something unknown."""
    odd: bool = False
    """Only what is not a plain message on a plain line (see `rules.plain`), or of a method that its receiver does not
    know: an error, an odd envelope, odd bytes."""
    rich: bool = False
    """Only messages that may hold content other than plain text."""
    once: type | None = None
    """Only while there is something in this memory: it was not at its start before the event."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A check with what there is to say about it."""

    id: str
    """`group/what-is-wrong`, as its file lies in its folder."""
    check: Check
    level: Level
    side: Side | None
    """None = either."""
    versions: frozenset[int]
    """Protocol versions in which it holds."""
    on: tuple[On, ...]
    sources: tuple[str, ...]
    """Document and heading, or schema pointer."""
    page: str
    """The docstring."""
    stable: bool = True
    """False where it is about unstable surface."""
    pedantic: bool = False
    """Only with --pedantic: the frames rarely decide it."""
    dialects: frozenset[Dialect] = frozenset(Dialect)
    tck: tuple[str, ...] = ()
    """Ids of the official test kit's requirements."""
    over: tuple[str, ...] = ()
    """Rules that say the same less exactly: where this one hits, their hits at the same event, on the same part of the
    message, are not reported."""
    exact: bool = False
    """Whether it is about the bytes that crossed: silent where a recording has messages that were written anew."""

    @property
    def group(self) -> str:
        """The first word of the id."""
        return self.id.partition("/")[0]


class Declared(NamedTuple):
    """What `rule` leaves on a check for the registry to find."""

    level: Level
    side: Side | None
    versions: frozenset[int]
    on: tuple[On, ...]
    sources: tuple[str, ...]
    stable: bool
    pedantic: bool
    dialects: frozenset[Dialect]
    tck: tuple[str, ...]
    over: tuple[str, ...]
    exact: bool


_BOTH: Final = frozenset({1, 2})
_ALL: Final = frozenset(Dialect)


def rule(
    *,
    level: Level,
    side: Side | None,
    on: On | tuple[On, ...],
    sources: tuple[str, ...],
    versions: frozenset[int] = _BOTH,
    stable: bool = True,
    pedantic: bool = False,
    dialects: frozenset[Dialect] = _ALL,
    tck: tuple[str, ...] = (),
    over: tuple[str, ...] = (),
    exact: bool = False,
) -> Callable[[Check], Check]:
    """Declares the check of a rule file. See `Rule` for the words; the id comes from the file's place."""
    looks_at = (on,) if isinstance(on, On) else on

    def declare(check: Check) -> Check:
        declared = Declared(level, side, versions, looks_at, sources, stable, pedantic, dialects, tck, over, exact)
        check.__declared__ = declared  # type: ignore[attr-defined]
        return check

    return declare


class Finding(NamedTuple):
    """What a rule said about a recording."""

    rule: str
    level: Level
    side: Side
    seq: int
    pointer: str
    message: str
    related: tuple[int, ...]
    effect: str | None
    evidence: Evidence | None
    session: str | None
    version: int
    """By whose rules the traffic was read."""
