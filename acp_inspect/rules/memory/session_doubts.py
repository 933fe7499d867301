"""The open requests of the Client that name a session which is not active."""

from __future__ import annotations

from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.rules.sessions import Presence, presence
from acp_inspect.wire.rpc import Side

SCOPED: Final = ("session/prompt", "session/set_mode", "session/set_config_option", "session/close")
"""Requests that are about an active session."""


class Doubts(NamedTuple):
    """How the session of each such request stood when it was sent, by the request's `seq`."""

    requests: Map[int, Presence] = Map()


@remember(Doubts, On(kinds=("request", "response"), methods=SCOPED))
def doubted(known: Doubts, case: Case) -> Doubts:
    """The doubts after a request or its answer."""
    if case.kind == "response":
        asked = case.event.answers
        return known if asked is None or asked not in known.requests else Doubts(known.requests.delete(asked))
    if case.sender is not Side.CLIENT or case.session is None or case.partial:
        return known
    stands = presence(case, case.session)
    if stands in (Presence.UNKNOWN, Presence.CLOSED, Presence.DELETED):
        return Doubts(known.requests.set(case.seq, stands))
    return known
