"""What config options and modes the Agent offered for each session, as they stood on the wire."""

from __future__ import annotations

from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

CREATIONS: Final = ("session/new", "session/fork")
SETUPS: Final = (*CREATIONS, "session/load", "session/resume")
SETTING: Final = "session/set_config_option"


class Offered(NamedTuple):
    """What a session offers. ABSENT = the recording does not show it; None = nothing is offered."""

    options: Json = ABSENT
    """The last list of options."""
    seq: int = 0
    """The event that brought it."""
    at: int = -1
    """When."""
    before: Json = ABSENT
    """The list before it."""
    modes: Json = ABSENT
    """`modes` of the last setup that had any."""


class Offers(NamedTuple):
    """All sessions' offers."""

    sessions: Map[str, Offered] = Map()


NOTHING: Final = Offered()


@remember(
    Offers,
    On(kinds=("response",), methods=(*SETUPS, SETTING)),
    On(kinds=("notification",), updates=("config_option_update",)),
)
def grow(known: Offers, case: Case) -> Offers:
    """The offers after a list of them."""
    created = case.method in CREATIONS
    session = session_of(case)
    if case.sender is not Side.AGENT or session is None:
        return known
    if case.kind == "response" and not succeeded(case):
        return known
    before = known.sessions.get(session, NOTHING)
    told = at(case.wire, "update") if case.kind == "notification" else case.wire
    after = before
    options = _told(at(told, "configOptions"), created)
    if options is not ABSENT:
        after = after._replace(options=options, seq=case.seq, at=case.event.at, before=before.options)
    if case.method in SETUPS and (modes := _told(at(told, "modes"), created)) is not ABSENT:
        after = after._replace(modes=modes)
    return known if after is before else Offers(known.sessions.set(session, after))


def session_of(case: Case) -> str | None:
    """The session whose offers a message tells. The answer to a fork belongs to the old one, and tells of the new."""
    session = at(case.wire, "sessionId") if case.method in CREATIONS else case.session
    return session if isinstance(session, str) else None


def _told(value: Json, created: bool) -> Json:
    """What a message says is offered. Leaving it out says that there is none only where a session is made."""
    if value is ABSENT or value is None:
        return None if created else ABSENT
    return value
