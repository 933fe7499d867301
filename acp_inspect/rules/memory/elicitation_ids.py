"""The ids under which the Agent ever asked the user to open an address, however malformed the request was."""

from __future__ import annotations

from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import Side

_MOST: Final = 10_000


class ElicitationIds(NamedTuple):
    """By id, the last request."""

    requests: Map[str, int] = Map()
    full: bool = False
    """Whether there were more than are remembered."""


@remember(ElicitationIds, On(kinds=("request",), methods=("elicitation/create",)))
def grow(known: ElicitationIds, case: Case) -> ElicitationIds:
    """The ids after a request."""
    name = at(case.wire, "elicitationId")
    if case.sender is not Side.AGENT or not isinstance(name, str):
        return known
    if len(known.requests) >= _MOST and name not in known.requests:
        return known._replace(full=True)
    return known._replace(requests=known.requests.set(name, case.seq))
