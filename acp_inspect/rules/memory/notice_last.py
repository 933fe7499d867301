"""Which event was the last notice of the connection."""

from __future__ import annotations

from typing import NamedTuple

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import Side


class LastNotice(NamedTuple):
    """The last notice of any session."""

    seq: int = -1


@remember(LastNotice, On(kinds=("notification",), updates=("notice",)))
def last(known: LastNotice, case: Case) -> LastNotice:
    """The last notice after another one."""
    return LastNotice(case.seq) if case.sender is Side.AGENT else known
