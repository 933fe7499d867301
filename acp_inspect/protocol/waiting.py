"""What a connection waits for at a moment, and on whose side: the question of a conversation that hangs."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NamedTuple

from acp_inspect.protocol.connection import Connection
from acp_inspect.protocol.overview import draw_pending
from acp_inspect.protocol.picture import PendingPicture
from acp_inspect.trace.progress import Heard, Orphan, Progress
from acp_inspect.wire.rpc import Side


class Reason(StrEnum):
    """Why a request, or a session's work, has not come to its end."""

    GONE = "gone"
    """Who owes the answer is gone: none can come."""
    BLOCKED = "blocked"
    """Its owner asked something in turn, and waits for that."""
    USER = "user"
    """The user has to decide."""
    CLIENT = "client"
    """The Client has to do it."""
    AGENT = "agent"
    """The Agent has to do it."""


class Waiting(NamedTuple):
    """A request without an answer, and why."""

    request: PendingPicture
    reason: Reason
    blocked_by: tuple[int, ...]
    """`seq`s of the requests that its owner waits for."""
    title: str | None
    """What the user is asked."""
    progress: Heard | None
    """The last message of its owner since it was sent, in its session, or where it has none, at all."""
    unread: tuple[int, ...]
    """`seq`s of the owner's lines since then that are no messages: its answer may be one of them."""
    orphans: tuple[Orphan, ...]
    """The owner's responses since then that answer nothing: one may be meant for it."""


class Working(NamedTuple):
    """A session that works without an open prompt: v2 answers a prompt at once, and works on."""

    session: str
    state: str
    since: int
    """`seq` of the event that began it."""
    reason: Reason
    blocked_by: tuple[int, ...]
    progress: Heard | None
    """The Agent's last message in the session."""


class OpenCall(NamedTuple):
    """A tool call that has not come to its end."""

    session: str
    id: str
    title: str | None
    status: str
    first: int
    last: int


class Standstill(NamedTuple):
    """Everything that is open at a moment."""

    requests: tuple[Waiting, ...]
    """Earliest first."""
    working: tuple[Working, ...]
    calls: tuple[OpenCall, ...]
    """In sessions that work, or have an open request."""

    @property
    def reason(self) -> Reason | None:
        """The one that explains the others; None = nothing is open."""
        reasons = {waiting.reason for waiting in self.requests} | {work.reason for work in self.working}
        return next((reason for reason in _STRONGEST if reason in reasons), None)


_STRONGEST: Final = (Reason.GONE, Reason.USER, Reason.CLIENT, Reason.AGENT, Reason.BLOCKED)
_QUESTIONS: Final = frozenset({"session/request_permission", "elicitation/create"})
_RESTING: Final = frozenset({"idle", "closed", "unknown"})


def standstill(connection: Connection, progress: Progress) -> Standstill:
    """What is open after an event, and why. `progress`: of the same events."""
    pending = draw_pending(connection)
    requests = tuple(_waiting(connection, progress, pending, request) for request in pending)
    prompted = {request.session for request in pending if request.method == "session/prompt"}
    working = tuple(
        _working(connection, progress, pending, session)
        for session in connection.held.sessions.values()
        if session.activity.state not in _RESTING and session.id not in prompted
    )
    busy = {request.session for request in pending} | {work.session for work in working}
    calls = tuple(
        OpenCall(session.id, call.id, call.title, call.status, call.first, call.last)
        for session in connection.held.sessions.values()
        if session.id in busy
        for call in sorted((session.tool_calls[key] for key in session.unmarked), key=lambda call: call.first)
    )
    return Standstill(requests, tuple(sorted(working, key=lambda work: work.since)), calls)


def _waiting(
    connection: Connection, progress: Progress, pending: tuple[PendingPicture, ...], request: PendingPicture
) -> Waiting:
    owner = request.owner
    asked = () if request.lost else _asked_by(pending, owner, request.session, request.seq)
    if request.lost:
        reason = Reason.GONE
    elif request.method in _QUESTIONS and owner is Side.CLIENT:
        reason = Reason.USER
    elif asked and request.method == "session/prompt":
        reason = Reason.BLOCKED
    else:
        reason = Reason.CLIENT if owner is Side.CLIENT else Reason.AGENT
    heard = progress.sides.get(owner)
    if request.session is not None:
        heard = progress.sessions.get((request.session, owner))
    return Waiting(
        request,
        reason,
        asked if reason is Reason.BLOCKED else (),
        _title(connection, request),
        heard if heard is not None and heard.seq > request.seq else None,
        tuple(seq for seq, sender in progress.unread if sender is owner and seq > request.seq),
        tuple(orphan for orphan in progress.orphans if orphan.sender is owner and orphan.seq > request.seq),
    )


def _asked_by(pending: tuple[PendingPicture, ...], side: Side, session: str | None, after: int) -> tuple[int, ...]:
    """The open requests that a side sent in a session after an event."""
    return tuple(
        request.seq
        for request in pending
        if request.sender is side and request.session == session and request.seq > after
    )


def _working(connection: Connection, progress: Progress, pending: tuple[PendingPicture, ...], session: Any) -> Working:
    asked = _asked_by(pending, Side.AGENT, session.id, 0)
    gone = connection.agent_ended is not None
    reason = Reason.GONE if gone else Reason.BLOCKED if asked else Reason.AGENT
    return Working(
        session.id,
        session.activity.state,
        session.activity.since,
        reason,
        asked if reason is Reason.BLOCKED else (),
        progress.sessions.get((session.id, Side.AGENT)),
    )


def _title(connection: Connection, request: PendingPicture) -> str | None:
    """What a question asks, as it was understood."""
    if request.method not in _QUESTIONS:
        return None
    session = connection.held.sessions.get(request.session or "")
    if request.method == "elicitation/create":
        held = connection.held.elicitations if session is None else session.elicitations
        asked = held.get(request.seq)
        message = None if asked is None else asked.request.get("message")
        return message if isinstance(message, str) else None
    permission = None if session is None else session.permissions.get(request.seq)
    if permission is None:
        return None
    call = None if session is None else session.tool_calls.get(permission.tool_call)
    return permission.title or (None if call is None else call.title)
