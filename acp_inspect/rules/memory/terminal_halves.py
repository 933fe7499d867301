"""v2: pieces of terminal output that are no base64 alone, for as long as the next may complete them."""

from __future__ import annotations

import binascii
from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import Side

_MOST: Final = 16
"""Pieces that are kept of one terminal."""
_LONGEST: Final = 65_536
"""Characters that are kept of one terminal."""


class Halves(NamedTuple):
    """The pieces by session and terminal, in their order, each with the `seq` of its event."""

    terminals: Map[tuple[str, str], tuple[tuple[int, str], ...]] = Map()


def is_base64(text: str) -> bool:
    """Whether a text is base64 of RFC 4648, section 4, with its padding."""
    try:
        binascii.a2b_base64(text, strict_mode=True)
    except ValueError:
        return False
    return True


@remember(Halves, On(kinds=("notification",), updates=("terminal_output_chunk",)))
def grow(known: Halves, case: Case) -> Halves:
    """The pieces after another one: a sound one ends the row."""
    data, session = at(case.held, "update", "data"), case.session
    if case.version != 2 or not isinstance(data, str) or session is None or case.sender is not Side.AGENT:
        return known
    key = (session, str(at(case.held, "update", "terminalId")))
    row = known.terminals.get(key, ())
    if is_base64(data) or is_base64("".join([piece for _, piece in row]) + data):
        return Halves(known.terminals.delete(key)) if row else known
    row = (*row, (case.seq, data))
    while row and (len(row) > _MOST or sum(len(piece) for _, piece in row) > _LONGEST):
        row = row[1:]
    return Halves(known.terminals.set(key, row))
