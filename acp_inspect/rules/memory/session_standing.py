"""How each session came to be, and what became of it: by whom it was opened, whether it was closed or deleted."""

from __future__ import annotations

from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.rules.case import Case, at
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.trace.event import Outcome
from acp_inspect.wire.rpc import ABSENT, Response, Side


class Standing(NamedTuple):
    """What is remembered of a session. All but the first are `seq`s; 0 = it did not happen."""

    origin: str = ""
    """The method that opened it first."""
    opened: int = 0
    """The answer that opened it last."""
    opening: int = 0
    """The request to load or resume it that waits for its answer."""
    closed: int = 0
    """The answer that closed it last."""
    deleted: int = 0
    """The answer that deleted it last."""

    @property
    def active(self) -> bool:
        """Whether it is open on this connection."""
        return self.opened > self.closed and self.opened > self.deleted


class Child(NamedTuple):
    """A session that its parent announced."""

    parent: str
    seq: int
    """Of the announcement."""


class Standings(NamedTuple):
    """All sessions of a connection."""

    sessions: Map[str, Standing] = Map()
    children: Map[str, Child] = Map()
    creating: Map[int, None] = Map()
    """`seq`s of the requests for a new session that wait for their answer."""


_NO_SUCH_SESSION: Final = -32002
"""Error code: resource not found. For closing and deleting that is as good as done."""
_NO_ANSWERS: Final = (Outcome.DUPLICATE, Outcome.ORPHAN)
_METHODS: Final = ("session/new", "session/fork", "session/load", "session/resume", "session/close", "session/delete")


@remember(
    Standings,
    On(kinds=("request", "response"), methods=_METHODS),
    On(kinds=("notification",), updates=("subagent_update",)),
    On(kinds=("exited",)),
)
def stand(known: Standings, case: Case) -> Standings:
    """The standings after a request that opens or ends a session, its answer, or the announcement of a child."""
    session = case.session
    match case.kind, case.method:
        case "exited", _:
            # What follows, in a file that joins two runs, is another Agent, which has nothing open.
            return Standings()
        case "notification", _:
            return _announced(known, case)
        case "request", "session/new" | "session/fork" if case.sender is Side.CLIENT:
            return known._replace(creating=known.creating.set(case.seq, None))
        case "request", "session/load" | "session/resume" if case.sender is Side.CLIENT and session is not None:
            standing = known.sessions.get(session, Standing())
            return _with(known, session, standing._replace(opening=case.seq))
        case "response", method if case.sender is Side.AGENT and case.event.outcome not in _NO_ANSWERS:
            return _answered(known, case, method or "")
    return known


def _announced(known: Standings, case: Case) -> Standings:
    child = at(case.held, "update", "sessionId")
    if case.sender is not Side.AGENT or case.session is None or not isinstance(child, str) or child in known.children:
        return known
    return known._replace(children=known.children.set(child, Child(case.session, case.seq)))


def _answered(known: Standings, case: Case, method: str) -> Standings:
    body = case.event.body
    if not isinstance(body, Response):
        return known
    done = body.error is ABSENT and body.result is not ABSENT
    session = case.session
    if method in ("session/new", "session/fork"):
        asked = case.event.answers
        if asked is not None and asked in known.creating:
            known = known._replace(creating=known.creating.delete(asked))
        made = at(body.result, "sessionId")
        if not done or not isinstance(made, str):
            return known
        standing = known.sessions.get(made, Standing())
        return _with(known, made, standing._replace(origin=standing.origin or method, opened=case.seq))
    if session is None:
        return known
    standing = known.sessions.get(session, Standing())
    if method in ("session/load", "session/resume"):
        opening = 0 if standing.opening == case.event.answers else standing.opening
        if done:
            standing = standing._replace(origin=standing.origin or method, opened=case.seq)
        return _with(known, session, standing._replace(opening=opening))
    if done or at(body.error, "code") == _NO_SUCH_SESSION:
        closes = method == "session/close"
        standing = standing._replace(closed=case.seq) if closes else standing._replace(deleted=case.seq)
        return _with(known, session, standing)
    return known


def _with(known: Standings, session: str, standing: Standing) -> Standings:
    return known._replace(sessions=known.sessions.set(session, standing))
