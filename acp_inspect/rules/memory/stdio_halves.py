"""Lines that begin a JSON text and do not end it: whether they make a message together shows with the lines after."""

from __future__ import annotations

from typing import Final, NamedTuple

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.rules.unreadable import Brackets, Kind, read_joined, read_unreadable
from acp_inspect.trace.event import Blank, Ending, Stderr
from acp_inspect.wire.control import StreamEnded
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.rpc import Malformed, MalformedKind, Side

MOST_LINES: Final = 200
MOST_BYTES: Final = 1 << 20
LOOKED_AT: Final = ("malformed", "blank", "request", "notification", "response", "exited", "stream-ended")
"""Kinds of events that `turn` has something to say about; at the end of a recording, `end` too."""


class Half(NamedTuple):
    """The lines of a JSON text so far."""

    seqs: tuple[int, ...]
    lines: tuple[bytes, ...]
    brackets: Brackets


class Halves(NamedTuple):
    """What each side has begun."""

    client: Half | None = None
    agent: Half | None = None

    def of(self, side: Side) -> Half | None:
        """What a side has begun."""
        return self.client if side is Side.CLIENT else self.agent

    def having(self, side: Side, half: Half | None) -> Halves:
        """The same with another for a side."""
        return self._replace(client=half) if side is Side.CLIENT else self._replace(agent=half)


class Turn(NamedTuple):
    """What an event says about the halves."""

    after: Halves
    whole: tuple[int, ...] = ()
    """The lines that now turned out to be one message."""
    broken: tuple[int, ...] = ()
    """Lines that now turned out to be halves for good."""
    taken: bool = False
    """Whether the event's own line belongs to a text that is still open, or now whole."""


def turn(case: Case) -> Turn:
    """What a case says about the halves that were there before it."""
    before = case.known(Halves)
    sides = _ended(case)
    if sides:
        broken = [seq for ended in sides if (half := before.of(ended)) is not None for seq in half.seqs]
        for ended in sides:
            before = before.having(ended, None)
        return Turn(before, broken=tuple(sorted(broken)))
    side = case.sender
    if side is None or isinstance(case.event.body, Stderr):
        return Turn(before)
    half = before.of(side)
    if half is None:
        return Turn(_begun(before, case, side), taken=_begins(case))
    more = _continues(case)
    if more is None:
        return _given_up(before, half, case, side)
    lines = (*half.lines, more)
    seqs = (*half.seqs, case.seq)
    brackets = half.brackets.after(more.decode(errors="replace"))
    if brackets.open:
        if len(lines) > MOST_LINES or sum(map(len, lines)) > MOST_BYTES:
            return _given_up(before, half, case, side)
        return Turn(before.having(side, Half(seqs, lines, brackets)), taken=True)
    if read_joined(b"".join(lines)) is None:
        return _given_up(before, half, case, side)
    return Turn(before.having(side, None), whole=seqs, taken=True)


@remember(Halves, On(kinds=("malformed",)), On(kinds=LOOKED_AT, once=Halves))
def halves(known: Halves, case: Case) -> Halves:
    """What is begun after an event."""
    if known.client is None and known.agent is None and case.kind != "malformed":
        return known
    return turn(case).after


def _given_up(before: Halves, half: Half, case: Case, side: Side) -> Turn:
    without = before.having(side, None)
    return Turn(_begun(without, case, side), broken=half.seqs, taken=_begins(case))


def _begun(before: Halves, case: Case, side: Side) -> Halves:
    if not _begins(case):
        return before
    raw = _raw(case)
    return before.having(side, Half((case.seq,), (raw,), Brackets().after(raw.decode(errors="replace"))))


def _begins(case: Case) -> bool:
    """Whether the line is the first half of a JSON text. An unfinished last line is none: nothing can follow it."""
    body = case.event.body
    return (
        isinstance(body, Malformed)
        and body.kind is MalformedKind.NOT_JSON
        and case.event.ending is not Ending.NONE
        and len(body.raw) <= MOST_BYTES
        and read_unreadable(body.raw).kind is Kind.HALF
    )


def _continues(case: Case) -> bytes | None:
    """The line, where it can be a further part of a text; None where it is something of its own."""
    if isinstance(case.event.body, Blank):
        return b"\n"
    raw = _raw(case)
    own = not raw or raw.startswith(b'{"jsonrpc"') or len(raw) > MOST_BYTES
    return None if own or read_unreadable(raw).kind is Kind.HEADER else raw


def _raw(case: Case) -> bytes:
    body = case.event.body
    return body.raw if isinstance(body, Malformed) else b""


def _ended(case: Case) -> tuple[Side, ...]:
    """The sides from which nothing more comes."""
    if case.kind in ("end", "exited"):
        return (Side.CLIENT, Side.AGENT)
    match case.event.body:
        case StreamEnded(stream=Stream.CLIENT_TO_AGENT):
            return (Side.CLIENT,)
        case StreamEnded(stream=Stream.AGENT_TO_CLIENT):
            return (Side.AGENT,)
    return ()
