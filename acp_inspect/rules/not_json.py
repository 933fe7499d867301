"""The lines of a side that are no JSON and that no more exact rule can say more about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import Hit, On
from acp_inspect.rules.memory.stdio_halves import LOOKED_AT, Halves, turn
from acp_inspect.rules.unreadable import Kind, read_unreadable
from acp_inspect.trace.event import Ending
from acp_inspect.wire.rpc import Malformed, MalformedKind, Side

ON_LINES: Final = (On(kinds=("malformed",)), On(kinds=(*LOOKED_AT, "end"), once=Halves))
"""What a rule about such lines looks at."""


def not_json(case: Case, side: Side, what: str) -> Iterable[Hit]:
    """A hit for each line of a side that now is known to be no JSON. `what`: where it stands, for people.

    A line that begins a JSON text is known once the lines after it have shown that they do not complete it.
    """
    halves = case.known(Halves)
    if halves.of(side) is None and (case.kind != "malformed" or case.sender is not side):
        return ()
    return _hits(case, side, what)


def _hits(case: Case, side: Side, what: str) -> Iterator[Hit]:
    seen = turn(case)
    begun = case.known(Halves).of(side)
    for seq in seen.broken:
        if begun is not None and seq in begun.seqs:
            yield Hit(f"the line begins a JSON text that nothing ends; {what} holds messages only", seq=seq)
    body = case.event.body
    if case.kind == "end" or case.sender is not side or seen.taken or not isinstance(body, Malformed):
        return
    if body.kind is not MalformedKind.NOT_JSON or _cut(case, body):
        return
    detail = read_unreadable(body.raw).detail or body.reason
    yield Hit(f"the line is no JSON ({detail}); {what} holds messages only")


def _cut(case: Case, body: Malformed) -> bool:
    """Whether it is the unfinished last line, of which `stdio/truncated-last-line` tells."""
    return case.event.ending is Ending.NONE and is_half(body)


def is_half(body: Malformed) -> bool:
    """Whether a line that is no JSON begins a JSON text."""
    return body.kind is MalformedKind.NOT_JSON and read_unreadable(body.raw).kind is Kind.HALF
