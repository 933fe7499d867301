"""Elicitations as rules about them ask for them: whether a mode was advertised, what became of an earlier one."""

from __future__ import annotations

from typing import Final

from acp_inspect.protocol.entities import Elicitation
from acp_inspect.rules.capabilities import client_advertises
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.memory.notice_offer import Offer
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

CREATE: Final = "elicitation/create"
COMPLETE: Final = "elicitation/complete"
MODES: Final = frozenset({"form", "url"})


def is_offered(case: Case, mode: str) -> bool | None:
    """Whether the Client advertised a mode; None where the recording does not show what it advertised."""
    if case.before.state != "ready" or case.partial:
        return None
    return mode in MODES and client_advertises(case, "elicitation", mode)


def lacks(case: Case, mode: str) -> str:
    """Why a mode counts as not advertised, in words."""
    if case.version == 1:
        return case.known(Offer).lacks("elicitation", mode)
    return f"the Client did not advertise capabilities.elicitation.{mode}"


def form_of(case: Case) -> Json:
    """The form in a request, as it stands on the wire; ABSENT where the Agent asks in another mode."""
    if case.sender is not Side.AGENT or at(case.wire, "mode") != "form":
        return ABSENT
    return at(case.wire, "requestedSchema")


def earlier(case: Case, name: str) -> Elicitation | None:
    """The last elicitation with an address under an id, as it was before this event; None without one."""
    held = case.before.held
    where = held.addresses.get(name)
    if where is None:
        return None
    session, seq = where
    among = held.elicitations if session is None else getattr(held.sessions.get(session), "elicitations", {})
    found: Elicitation | None = among.get(seq)
    return found
