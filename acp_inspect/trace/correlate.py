"""Match responses with requests: who owes whom an answer, since when, and how it came.

Ids are kept apart by the side that chose them and by JSON type: both sides may use `1` at once, and `1` is not `"1"`.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from immutables import Map

from acp_inspect.trace.event import Event, Outcome
from acp_inspect.wire.control import Exited
from acp_inspect.wire.rpc import ABSENT, Notification, Request, Response, RpcId, Side

_REQUEST_CANCELLED = -32800
"""JSON-RPC error code for a cancelled request (ACP schema, ErrorCode)."""


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request nobody has answered yet."""

    seq: int
    at: int
    sender: Side
    id: RpcId
    method: str
    session: str | None
    cancelled: int | None = None
    """`seq` of the event that asked to cancel it."""

    @property
    def owner(self) -> Side:
        """The side that owes the answer."""
        return self.sender.peer


Key: TypeAlias = tuple[Side, Hashable]


@dataclass(frozen=True, slots=True)
class Exchanges:
    """All requests of a connection so far: the open ones by sender and id, and which ids were ever answered."""

    open: Map[Key, tuple[OpenRequest, ...]] = field(default_factory=Map)
    """Earliest first; more than one where an id was used again in flight."""
    answered: Map[Key, int] = field(default_factory=Map)
    """`seq` of the request that was answered last under that id."""
    over: bool = False
    """The agent process has ended: nothing that is open will be answered."""
    sessions: Map[str | None, Map[Key, None]] = field(default_factory=Map)
    """Under which keys each session has open requests; None for those that name no session."""

    def of_session(self, session: str | None) -> Iterator[OpenRequest]:
        """The open requests that name a session, in no certain order."""
        for key in self.sessions.get(session, ()):
            for asked in self.open[key]:
                if asked.session == session:
                    yield asked

    def pending(self) -> list[OpenRequest]:
        """Every request without an answer, in the order they were sent."""
        return sorted(self._all(), key=lambda request: request.seq)

    def _all(self) -> Iterator[OpenRequest]:
        for requests in self.open.values():
            yield from requests


def correlate(exchanges: Exchanges, event: Event) -> tuple[Exchanges, Event]:
    """The exchanges after `event`, and the event with what its correlation tells. Total: any event at any time."""
    sender = event.sender
    if sender is None:
        return (replace(exchanges, over=True) if isinstance(event.body, Exited) else exchanges), event
    match event.body:
        case Request() as body:
            # Some recordings hold one agent process after another. The next one knows nothing of the last one's ids.
            if exchanges.over and body.method == "initialize" and sender is Side.CLIENT:
                exchanges = Exchanges()
            key = (sender, body.id.key)
            asked = OpenRequest(event.seq, event.at, sender, body.id, body.method, event.session)
            exchanges = Exchanges(
                exchanges.open.set(key, (*exchanges.open.get(key, ()), asked)),
                exchanges.answered,
                exchanges.over,
                exchanges.sessions.set(event.session, exchanges.sessions.get(event.session, _NO_KEYS).set(key, None)),
            )
            return _cancels(exchanges, event, sender), event
        case Notification():
            return _cancels(exchanges, event, sender), event
        case Response() as body:
            return _answer(exchanges, event, body, sender)
    return exchanges, event


def _answer(exchanges: Exchanges, event: Event, body: Response, sender: Side) -> tuple[Exchanges, Event]:
    if body.id is ABSENT:
        return exchanges, event._replace(outcome=Outcome.ORPHAN)
    key = (sender.peer, body.id.key)
    waiting = exchanges.open.get(key)
    if not waiting:
        if key not in exchanges.answered:
            return exchanges, event._replace(outcome=Outcome.ORPHAN)
        return exchanges, event._replace(answers=exchanges.answered[key], outcome=Outcome.DUPLICATE)
    asked, *rest = waiting
    exchanges = Exchanges(
        exchanges.open.set(key, tuple(rest)) if rest else exchanges.open.delete(key),
        exchanges.answered.set(key, asked.seq),
        exchanges.over,
        _without(exchanges.sessions, asked.session, key, rest),
    )
    return exchanges, event._replace(
        session=asked.session if asked.session is not None else event.session,
        method=asked.method,
        answers=asked.seq,
        latency=event.at - asked.at if event.at >= 0 and asked.at >= 0 else None,
        outcome=_outcome(body, asked),
    )


_NO_KEYS: Final[Map[Key, None]] = Map()


def _without(
    sessions: Map[str | None, Map[Key, None]], session: str | None, key: Key, rest: list[OpenRequest]
) -> Map[str | None, Map[Key, None]]:
    """The keys of the sessions when a request under a key was answered. `rest`: those that still are open under it."""
    if any(asked.session == session for asked in rest):
        return sessions
    keys = sessions[session].delete(key)
    return sessions.set(session, keys) if keys else sessions.delete(session)


def _outcome(body: Response, asked: OpenRequest) -> Outcome:
    if body.error is not ABSENT and body.result is ABSENT:
        code = body.error.get("code") if isinstance(body.error, dict) else None
        return Outcome.CANCELLED if code == _REQUEST_CANCELLED else Outcome.ERROR
    match body.result:
        case {"stopReason": "cancelled"} | {"outcome": {"outcome": "cancelled"}}:
            return Outcome.CANCELLED
    # In v2 a prompt's response is only its acknowledgement, so a cancelled turn does not make it late.
    if asked.cancelled is not None and not (asked.method == "session/prompt" and body.result in ({}, None)):
        return Outcome.LATE
    return Outcome.OK


def _cancels(exchanges: Exchanges, event: Event, sender: Side) -> Exchanges:
    """The exchanges with what `session/cancel` or `$/cancel_request` marks as cancelled."""
    if event.method == "session/cancel":
        marked = {
            key: tuple(
                replace(asked, cancelled=event.seq)
                if asked.method == "session/prompt" and asked.session == event.session and asked.cancelled is None
                else asked
                for asked in exchanges.open[key]
            )
            for key in exchanges.sessions.get(event.session, ())
            if key[0] is sender
        }
    elif event.method == "$/cancel_request" and isinstance(event.body, Request | Notification):
        params = event.body.params
        if not isinstance(params, dict) or "requestId" not in params:
            return exchanges
        key = (sender, RpcId.of(params["requestId"]).key)
        marked = {key: tuple(replace(asked, cancelled=event.seq) for asked in exchanges.open.get(key, ()))}
    else:
        return exchanges
    changed = {key: requests for key, requests in marked.items() if requests != exchanges.open.get(key, ())}
    return replace(exchanges, open=exchanges.open.update(changed)) if changed else exchanges
