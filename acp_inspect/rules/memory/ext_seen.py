"""Which unknown members and unstable features a connection has shown already, so that each is reported once."""

from __future__ import annotations

from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.rules.unfamiliar import pattern_of, unknown_members, unstable_features

_MOST: Final = 10_000
"""Names come from the wire: hostile traffic must not fill the memory with them."""


class Seen(NamedTuple):
    """Names, with the first event that had them."""

    members: Map[str, int] = Map()
    features: Map[str, int] = Map()


@remember(Seen, On(kinds=("request", "notification", "response")))
def grow(known: Seen, case: Case) -> Seen:
    """The names after an event."""
    if case.faulty:
        for one in unknown_members(case):
            pattern = pattern_of(case, one)
            if pattern not in known.members and len(known.members) < _MOST:
                known = known._replace(members=known.members.set(pattern, case.seq))
    for feature in unstable_features(case):
        if feature.name not in known.features:
            known = known._replace(features=known.features.set(feature.name, case.seq))
    return known
