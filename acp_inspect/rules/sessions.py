"""How a session stands when a message names it, as rules about sessions ask for it."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from acp_inspect.rules.case import Case
from acp_inspect.rules.memory.session_standing import Standing, Standings
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Response

SETUPS: Final = ("session/new", "session/load", "session/resume", "session/fork")
"""Requests that make a session ready for use, with its folders and MCP servers."""
CREATIONS: Final = ("session/new", "session/fork")
"""Those of them that make a new one."""

NO_SUCH_SESSION: Final = -32002
"""Error code: resource not found."""


class Presence(StrEnum):
    """How a session stands on this connection."""

    ACTIVE = "active"
    OPENING = "opening"
    """A load or resume of it waits for its answer."""
    CHILD = "child"
    """Announced by its parent; the Client did not open it."""
    CLOSED = "closed"
    DELETED = "deleted"
    UNKNOWN = "unknown"
    """The Client neither created nor opened it here, as far as the recording shows."""


_NEVER: Final = Standing()


def presence(case: Case, session: str) -> Presence:
    """How a session stood before this event."""
    known = case.known(Standings)
    standing = known.sessions.get(session, _NEVER)
    if standing.active:
        return Presence.ACTIVE
    if standing.opening:
        return Presence.OPENING
    if session in known.children:
        return Presence.CHILD
    if not standing.opened:
        return Presence.DELETED if standing.deleted else Presence.UNKNOWN
    return Presence.DELETED if standing.deleted > standing.closed else Presence.CLOSED


def standing_of(case: Case, session: str) -> Standing:
    """What is remembered of a session; the defaults for one that never occurred."""
    return case.known(Standings).sessions.get(session, _NEVER)


def succeeded(case: Case) -> bool:
    """Whether a response, the first one to its request, carries a result."""
    body = case.event.body
    return (
        isinstance(body, Response) and case.step.ask is not None and body.error is ABSENT and body.result is not ABSENT
    )


def asked(case: Case, name: str) -> Json:
    """A member of the params of the request that a response answers, as the Agent read them; ABSENT without it."""
    ask = case.step.ask
    return ABSENT if ask is None else ask.params.get(name, ABSENT)
