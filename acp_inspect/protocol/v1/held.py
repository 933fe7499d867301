"""The sessions among what the Client holds of a v1 connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from acp_inspect.protocol.entities import GONE
from acp_inspect.protocol.holdings import Holdings
from acp_inspect.protocol.replaced import replaced
from acp_inspect.protocol.v1.state import Session
from acp_inspect.protocol.v1.windows import in_both

Held: TypeAlias = Holdings[Session]


def session_of(held: Held, session: str) -> Session:
    """A session; one that nobody has mentioned yet to this agent process begins here."""
    known = held.sessions.get(session)
    return known if known is not None and known.status != GONE else Session(session, "unknown")


def with_session(held: Held, session: Session) -> Held:
    """The holdings with one session as it is now."""
    return replaced(held, sessions=held.sessions.set(session.id, session))


def changed(held: Held, session: str | None, change: Callable[[Session], Session]) -> Held:
    """The holdings with one session changed, where an answer can still be told to belong to one."""
    return held if session is None else with_session(held, in_both(session_of(held, session), change))
