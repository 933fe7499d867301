"""What Client and Agent said to each other about logging in: the methods on offer, the last login, the last status."""

from __future__ import annotations

from typing import Final, NamedTuple

from acp_inspect.rules.answers import succeeded
from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Side

LOGINS: Final = ("authenticate", "auth/login")
LOGOUTS: Final = ("logout", "auth/logout")
STATUS: Final = "auth/status"
STATUS_UPDATE: Final = "auth/status_update"


class AuthSaid(NamedTuple):
    """All of it. `seq`s are 0 where nothing was said."""

    offer: int = 0
    """The last successful answer to initialize."""
    methods: Json = ABSENT
    """Its `authMethods`, as they stand on the wire."""
    login: int = 0
    """The answer to the last login that succeeded, if no logout came after it."""
    status: int = 0
    """The last event by which the Agent told whether the Client is logged in."""
    told: Json = ABSENT
    """What it told: state and accounts."""


@remember(
    AuthSaid,
    On(kinds=("response",), methods=("initialize", STATUS, *LOGINS, *LOGOUTS)),
    On(kinds=("notification",), methods=(STATUS_UPDATE,)),
    On(kinds=("request",), methods=LOGOUTS),
)
def grow(known: AuthSaid, case: Case) -> AuthSaid:
    """What was said after one more message."""
    if case.kind == "request":
        return known._replace(login=0) if case.sender is Side.CLIENT else known
    if case.sender is not Side.AGENT or (case.kind == "response" and not succeeded(case)):
        return known
    match case.method:
        case "initialize":
            return AuthSaid(case.seq, at(case.wire, "authMethods"))
        case "auth/status" | "auth/status_update":
            return known._replace(status=case.seq, told=status_of(case.wire))
        case "authenticate" | "auth/login":
            return known._replace(login=case.seq)
    return known._replace(login=0)


def status_of(members: Json) -> Json:
    """What a status says, without `_meta`; no accounts and an empty list of them are the same."""
    return (at(members, "state"), at(members, "accounts") or [])
