"""What the Client cancelled: work that has not come to its end since, and permissions that waited when it did."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from immutables import Map

from acp_inspect.protocol.connection import Basis, Connection
from acp_inspect.rules.case import Case
from acp_inspect.rules.crossing import LONG, elapsed
from acp_inspect.rules.declare import On
from acp_inspect.rules.remember import remember
from acp_inspect.wire.rpc import ABSENT, Side

WORKING: Final = frozenset({"running", "requires_action"})
"""Activities of a v2 session with work in the foreground."""
NEW_WORK: Final = frozenset({"terminal/create", "fs/write_text_file"})
_CANCELLING: Final = ("session/cancel", "session/close", "session/archive", "session/delete")


class Sent(NamedTuple):
    """What the Client sent to cancel a session's work."""

    seq: int
    at: int
    """Nanoseconds since the recording's start, -1 = unknown."""
    method: str
    """`session/cancel`, or what cancels as well: closing, archiving or deleting the session."""
    heard: int = 0
    """Messages of the session that the Agent sent since."""
    answered: bool = False
    """Whether the Client answered one of the Agent's requests since: who got the answer got the cancellation, too."""
    works: int = 0
    """How much new work the Agent began since, although it must have read the cancellation."""


class Asked(NamedTuple):
    """A permission that the Client must answer as cancelled."""

    session: str
    cancel: int
    """`seq` of the session/cancel."""
    at: int


class CancelSent(NamedTuple):
    """All sessions of a connection."""

    waiting: Map[str, Sent] = Map()
    """The cancelled work of a session, until it ends."""
    permissions: Map[int, Asked] = Map()
    """Open requests for permission by `seq`."""


def session_of(connection: Connection, session: str | None) -> Any:
    """A session of whichever version as its Client holds it; None where it holds none."""
    return None if session is None else connection.held.sessions.get(session)


def is_set_up(session: Any) -> bool:
    """Whether the Client created, loaded, resumed or forked a session, rather than only hearing of it."""
    return session is not None and (session.origin != "unknown" or session.cwd is not None)


def is_working(connection: Connection, session: str | None) -> bool:
    """Whether a prompt of the session is unanswered (v1), or its foreground is active (v2)."""
    known = session_of(connection, session)
    if known is None:
        return False
    if connection.basis is Basis.ASSUMED:
        # Not yet known which version it is: what was prompted may be a turn.
        return any(request.method == "session/prompt" for request in connection.exchanges.of_session(session))
    return bool(known.turns) if connection.surface.version == 1 else known.activity.state in WORKING


def begins_work(case: Case, sent: Sent) -> bool:
    """Whether the Agent begins something new although it has had the cancellation for a while."""
    new = case.update == "tool_call" if case.kind == "notification" else case.method in NEW_WORK
    if not new or case.sender is not Side.AGENT:
        return False
    time = elapsed(sent.at, case.event.at)
    return sent.answered or (time is not None and time >= 2 * LONG)


@remember(
    CancelSent,
    On(kinds=("notification", "request"), methods=("session/prompt", *_CANCELLING)),
    On(kinds=("notification", "request", "response"), once=CancelSent),
)
def grow(known: CancelSent, case: Case) -> CancelSent:
    """The memory after a message."""
    session = case.session
    if session is None or case.event.part is not None:
        return known
    if case.kind == "response":
        return _answered(known, case, session)
    if case.sender is Side.CLIENT:
        return _sent(known, case, session)
    sent = known.waiting.get(session)
    if sent is None:
        return known
    works = sent.works + 1 if begins_work(case, sent) else sent.works
    after = sent._replace(heard=sent.heard + 1, works=works)
    if case.version == 2 and case.update == "state_update" and not is_working(case.after, session):
        return known._replace(waiting=known.waiting.delete(session))
    known = known._replace(waiting=known.waiting.set(session, after))
    if case.version == 1 and case.method == "session/request_permission" and sent.method == "session/cancel":
        asked = Asked(session, sent.seq, sent.at)
        known = known._replace(permissions=known.permissions.set(case.seq, asked))
    return known


def _sent(known: CancelSent, case: Case, session: str) -> CancelSent:
    method = case.method or ""
    if method == "session/prompt":
        return known if is_working(case.before, session) else _without(known, session)
    if method not in _CANCELLING or case.held is ABSENT:
        return known
    old = known.waiting.get(session)
    if is_working(case.before, session) and (old is None or not _covers(case.before, session, old)):
        sent = Sent(case.seq, case.event.at, method)
        known = known._replace(waiting=known.waiting.set(session, sent))
    # In v2 questions of work in the background stay open.
    if method == "session/cancel" and (case.version == 1 or is_working(case.before, session)):
        asked = Asked(session, case.seq, case.event.at)
        pending = {
            request.seq: asked
            for request in case.before.exchanges.of_session(session)
            if request.sender is Side.AGENT
            and request.method == "session/request_permission"
            and request.seq not in known.permissions
        }
        known = known._replace(permissions=known.permissions.update(pending)) if pending else known
    return known


def _covers(connection: Connection, session: str, old: Sent) -> bool:
    """Whether an earlier cancellation is about the work that still goes on."""
    if old.method != "session/cancel":
        return False
    turns = session_of(connection, session).turns if connection.surface.version == 1 else (0,)
    return any(turn < old.seq for turn in turns)


def _answered(known: CancelSent, case: Case, session: str) -> CancelSent:
    asked = case.event.answers
    if asked is not None and asked in known.permissions:
        known = known._replace(permissions=known.permissions.delete(asked))
    sent = known.waiting.get(session)
    if sent is None:
        return known
    if case.sender is Side.CLIENT:
        return known._replace(waiting=known.waiting.set(session, sent._replace(answered=True)))
    if not is_working(case.after, session) and case.method in ("session/prompt", "session/close", "session/delete"):
        return known._replace(waiting=known.waiting.delete(session))
    return known


def _without(known: CancelSent, session: str) -> CancelSent:
    """The memory when the Client goes on with a session: what it left unanswered has been told by then."""
    left = [seq for seq, asked in known.permissions.items() if asked.session == session]
    permissions = known.permissions
    for seq in left:
        permissions = permissions.delete(seq)
    return known._replace(permissions=permissions) if left else known
