"""The first message between a conductor and a proxy on the connection."""

from __future__ import annotations

from typing import Final, NamedTuple

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember

METHODS: Final = ("proxy/initialize", "proxy/successor")


class ProxySeen(NamedTuple):
    """Its `seq`; 0 = there was none."""

    seq: int = 0


@remember(ProxySeen, On(kinds=("request", "notification"), methods=METHODS))
def grow(known: ProxySeen, case: Case) -> ProxySeen:
    """The first one stays."""
    return known if known.seq else ProxySeen(case.seq)
