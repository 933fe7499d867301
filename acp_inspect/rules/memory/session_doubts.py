"""The open requests of the Client that name a session which is not active."""

from __future__ import annotations

from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.rules.sessions import Presence, presence, succeeded
from acp_inspect.wire.rpc import Side

SCOPED: Final = ("session/prompt", "session/set_mode", "session/set_config_option", "session/close")
"""Requests that are about an active session."""


class Doubts(NamedTuple):
    """Such requests, and the sessions that the Client uses all the same."""

    requests: Map[int, Presence] = Map()
    """How the session of each such request stood when it was sent, by the request's `seq`."""
    used: Map[str, int] = Map()
    """The last such request for each session, by its `seq`, unless the Agent refused it."""


@remember(Doubts, On(kinds=("request", "response"), methods=SCOPED), On(kinds=("exited",)))
def doubted(known: Doubts, case: Case) -> Doubts:
    """The doubts after a request or its answer."""
    if case.kind == "exited":
        return Doubts()
    if case.kind == "response":
        return _answered(known, case)
    if case.sender is not Side.CLIENT or case.session is None or case.partial:
        return known
    stands = presence(case, case.session)
    if stands in (Presence.UNKNOWN, Presence.CLOSED, Presence.DELETED):
        return Doubts(known.requests.set(case.seq, stands), known.used.set(case.session, case.seq))
    return known


def _answered(known: Doubts, case: Case) -> Doubts:
    asked, session = case.event.answers, case.session
    if asked is None or asked not in known.requests:
        return known
    used = known.used
    if session is not None and used.get(session) == asked and not succeeded(case):
        used = used.delete(session)
    return Doubts(known.requests.delete(asked), used)
