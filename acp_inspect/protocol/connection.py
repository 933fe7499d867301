"""A connection as its two ends hold it, and the one step that takes it from event to event.

`step` is pure and total: any event in any state. What a receiver would reject changes nothing, and the decoder's
problems come back with the step, so that rules need not decode again.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from immutables import Map

from acp_inspect.protocol.entities import Answer
from acp_inspect.protocol.evidence import evidence_of
from acp_inspect.protocol.holdings import AUTH_REQUIRED, Ask, Auth
from acp_inspect.protocol.problem import Decoded
from acp_inspect.protocol.replaced import replaced
from acp_inspect.protocol.surface import AnyHoldings, Surface, Surfaces, member, packaged_surfaces
from acp_inspect.trace.chain import Chain
from acp_inspect.trace.correlate import Exchanges, correlate
from acp_inspect.trace.event import Event
from acp_inspect.wire.control import Exited, Gap, Note, Started, StartFailed, StreamEnded
from acp_inspect.wire.framing import Stream
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import ABSENT, Absent, Notification, Request, Response, Side


class Basis(StrEnum):
    """Why a connection is read as the version it is read as, weakest first."""

    ASSUMED = "assumed"
    """Nothing told so far."""
    EVIDENCE = "evidence"
    """Its messages can be of this version only; the recording does not show the handshake."""
    OFFERED = "offered"
    """The Client asked for it; the Agent has not answered."""
    ANSWERED = "answered"


class Peer(NamedTuple):
    """What an end said about itself, as the other end holds it."""

    info: Json = None
    capabilities: Json = None
    """After salvaging: what is in it counts as advertised. None = nothing was said."""


class Connection(NamedTuple):
    """Everything known after an event."""

    surfaces: Surfaces
    surface: Surface
    """Whose rules the traffic is read by."""
    basis: Basis = Basis.ASSUMED
    held: AnyHoldings = AnyHoldings()
    exchanges: Exchanges = Exchanges()
    asked: Map[int, Ask] = Map()
    """The open requests that the surface knows, by `seq`."""
    state: str = "new"
    """`new`, `initializing`, `ready` or `failed`."""
    offered: int | None = None
    version: int | None = None
    """As the Agent answered; None = the recording does not show it."""
    client: Peer = Peer()
    agent: Peer = Peer()
    auth_methods: tuple[Json, ...] = ()
    client_ended: int | None = None
    """`seq` of the event after which nothing more comes from the Client."""
    agent_ended: int | None = None
    closed: str | None = None
    """Why no more traffic is expected."""
    gaps: int = 0
    reserialised: bool = False
    """Whether the recording holds messages as they were written anew, not the bytes that crossed."""
    partial: bool | None = None
    """Whether the recording begins in the middle: its first message is no `initialize`, and nothing shows the start of
    the agent. None = no message yet."""
    early: Chain[Event] | None = Chain()
    """What came while the version was uncertain: read anew when it turns out to be another. None = it is certain."""
    seq: int = 0
    """The last event."""


class Step(NamedTuple):
    """One event, and what it changed."""

    event: Event
    """Correlated."""
    before: Connection
    after: Connection
    definition: str | None = None
    """The definition that the message was decoded by; None = the surface knows no such message of this sender."""
    decoded: Decoded | None = None
    """Params or result as the receiver holds them, and the problems."""
    ask: Ask | None = None
    """Of a request, itself; of a response, its request."""
    crash: str | None = None
    """Why the state could not follow, where a foreign schema let something through that no reducer can read."""


_MOST_EARLY: Final = 100_000


def new_connection(surfaces: Surfaces | None = None) -> Connection:
    """A connection before its first event. `surfaces`: to judge by other schemas than the packaged ones."""
    surfaces = surfaces or packaged_surfaces()
    return Connection(surfaces, surfaces.v2)


def step(connection: Connection, event: Event) -> Step:
    """The connection after an event, and what was decoded on the way. Pure, and total for the packaged schemas."""
    settled = connection
    if settled.exchanges.over:
        settled = _restarted(settled, event)
    if settled.early is not None:
        settled = _settled(settled, event)
    try:
        taken = _taken(settled, event)
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
        exchanges, event = correlate(settled.exchanges, event)
        after = settled._replace(exchanges=exchanges, seq=event.seq)
        return Step(event, connection, after, crash=f"{type(error).__name__}: {error}")
    return taken if settled is connection else taken._replace(before=connection)


def fold(connection: Connection, events: list[Event]) -> Connection:
    """The connection after several events."""
    for event in events:
        connection = step(connection, event).after
    return connection


def _taken(connection: Connection, event: Event) -> Step:
    exchanges, event = correlate(connection.exchanges, event)
    body = event.body
    sender = event.sender
    if sender is None or event.part is not None:
        # A batch is refused as a whole: both versions' reference peers answer any array with one error.
        return Step(event, connection, _heard(connection, event)._replace(exchanges=exchanges, seq=event.seq))
    surface = connection.surface
    incoming = surface.agent if sender is Side.CLIENT else surface.client
    match body:
        case Notification():
            notification = incoming.notifications.get(body.method)
            if notification is not None:
                decoded = surface.schema.decode(notification.params, {} if body.params is ABSENT else body.params)
                held = connection.held
                if isinstance(decoded.value, dict):
                    held = notification.does(held, decoded.value, event.seq, sender)
                after = replaced(connection, exchanges=exchanges, held=held, seq=event.seq)
                return Step(event, connection, after, notification.params, decoded)
        case Request():
            return _requested(connection._replace(exchanges=exchanges, seq=event.seq), connection, event, body, sender)
        case Response():
            return _responded(connection._replace(exchanges=exchanges, seq=event.seq), connection, event, body)
    return Step(event, connection, connection._replace(exchanges=exchanges, seq=event.seq))


def _requested(after: Connection, before: Connection, event: Event, body: Request, sender: Side) -> Step:
    surface = after.surface
    initializes = body.method == "initialize" and sender is Side.CLIENT
    if initializes:
        offered = version_of(body.params)
        surface = surface if offered is None else after.surfaces.of(offered)
        after = after._replace(state="initializing", offered=offered, client=Peer())
    incoming = surface.agent if sender is Side.CLIENT else surface.client
    request = incoming.requests.get(body.method)
    if request is None:
        return Step(event, before, after)
    given = {} if body.params is ABSENT or body.params is None else body.params
    decoded = surface.schema.decode(request.params, given)
    params: Json = given if decoded.lost else decoded.value
    ask = Ask(
        event.seq,
        sender,
        body.id.text,
        body.method,
        event.session,
        params if isinstance(params, dict) else {},
        not decoded.lost,
    )
    held = after.held if decoded.lost else request.does.asked(after.held, ask)
    after = after._replace(held=held, asked=after.asked.set(event.seq, ask))
    if initializes and not decoded.lost:
        names = surface.names
        after = after._replace(client=_peer(ask.params, names.client_info, names.client_capabilities))
    return Step(event, before, after, request.params, decoded, ask)


def _responded(after: Connection, before: Connection, event: Event, body: Response) -> Step:
    error = _error_of(body)
    if error is not None and error.get("code") == AUTH_REQUIRED and event.sender is Side.AGENT:
        after = after._replace(held=after.held._replace(auth=Auth("required")))
    ask = after.asked.get(event.answers) if event.answers is not None else None
    if ask is None:
        return Step(event, before, after)
    after = after._replace(asked=after.asked.delete(ask.seq))
    initializes = ask.method == "initialize" and ask.sender is Side.CLIENT
    if initializes and error is None and (answered := version_of(body.result)) is not None:
        after = _answered(after, answered)
    surface = after.surface
    incoming = surface.agent if ask.sender is Side.CLIENT else surface.client
    request = incoming.requests.get(ask.method)
    if request is None:
        return Step(event, before, after, ask=ask)
    decoded = None
    answer = Answer(event.seq, None, error)
    if error is None:
        decoded = _result(surface, request.result, body.result)
        if decoded.lost or not isinstance(decoded.value, dict):
            answer = Answer(event.seq, None, {"code": None, "message": "a result that its receiver rejects"})
        else:
            answer = Answer(event.seq, decoded.value, None)
    after = after._replace(held=request.does.answered(after.held, ask, answer))
    if initializes:
        after = _initialized(after, ask, answer)
    return Step(event, before, after, request.result if error is None else None, decoded, ask)


def _result(surface: Surface, definition: str, result: Json | Absent) -> Decoded:
    if result is None:
        # Reference peers read a null result as an empty object, where an empty object would do.
        empty = surface.schema.decode(definition, {})
        if not empty.lost:
            return empty
    return surface.schema.decode(definition, None if result is ABSENT else result)


def _error_of(body: Response) -> dict[str, Json] | None:
    """The error of a response that has one instead of a result."""
    if body.error is ABSENT or (body.error is None and body.result is not ABSENT):
        return None
    if isinstance(body.error, dict) and body.result is ABSENT:
        return body.error
    return {"code": None, "message": "a response that its receiver rejects"}


def _answered(connection: Connection, version: int) -> Connection:
    """The connection once the Agent said which version it is."""
    surface = connection.surfaces.of(version)
    if surface is not connection.surface:
        # What was held by another version's rules means nothing by these.
        connection = connection._replace(held=AnyHoldings())
    return connection._replace(surface=surface, basis=Basis.ANSWERED, version=version, early=None)


def _initialized(connection: Connection, ask: Ask, answer: Answer) -> Connection:
    if answer.result is None:
        return connection._replace(state="failed", early=None if connection.version is not None else connection.early)
    names = connection.surface.names
    result = answer.result
    # Who is answered an older version than it asked for is read by the older version's rules.
    told = connection.surface.schema.decode("InitializeRequest", ask.params).value
    client = _peer(told, names.client_info, names.client_capabilities) if isinstance(told, dict) else Peer()
    return connection._replace(
        state="ready",
        client=client,
        agent=_peer(result, names.agent_info, names.agent_capabilities),
        auth_methods=tuple(result.get("authMethods") or ()),
    )


def _peer(members: dict[str, Json], info: str, capabilities: str) -> Peer:
    return Peer(members.get(info), members.get(capabilities) or {})


def version_of(members: Json | Absent) -> int | None:
    """The protocol version in the params or result of `initialize`, where it is a whole number."""
    version = member(members, "protocolVersion")
    if isinstance(version, bool) or not isinstance(version, int | float):
        return None
    return int(version) if -1 < version < 65_536 and version == int(version) else None


def _heard(connection: Connection, event: Event) -> Connection:
    """The connection after what the recorder knows."""
    match event.body:
        case Gap():
            return connection._replace(gaps=connection.gaps + 1)
        case Note(reserialised=True):
            return connection._replace(reserialised=True)
        case StreamEnded(stream=Stream.CLIENT_TO_AGENT):
            return connection._replace(client_ended=event.seq)
        case StreamEnded(stream=Stream.AGENT_TO_CLIENT, reason=reason):
            why = connection.closed or f"the agent's output ended: {reason}"
            return connection._replace(agent_ended=event.seq, closed=why)
        case Exited(code=code, signal=signal):
            how = "ended" if code is None else f"exited with code {code}"
            how = how if signal is None else f"was killed by signal {signal}"
            return _gone(connection, event.seq, f"the agent {how}")
        case StartFailed(reason=reason):
            return _gone(connection, event.seq, f"the agent could not be started: {reason}")
    return connection


def _gone(connection: Connection, seq: int, why: str) -> Connection:
    ended = connection.agent_ended if connection.agent_ended is not None else seq
    return connection._replace(agent_ended=ended, closed=why)


def _restarted(connection: Connection, event: Event) -> Connection:
    """The connection, begun anew where `event` is an `initialize` after the agent's exit: another process runs now.

    The sessions of the process before stay to be looked at, and to be loaded or resumed.
    """
    match event:
        case Event(sender=Side.CLIENT, part=None, body=Request(method="initialize")):
            pass
        case _:
            return connection
    gone = {name: connection.surface.gone(session) for name, session in connection.held.sessions.items()}
    fresh = Connection(connection.surfaces, connection.surface, gaps=connection.gaps, partial=connection.partial)
    return fresh._replace(
        held=AnyHoldings(Map(gone)),
        exchanges=connection.exchanges,
        seq=connection.seq,
        reserialised=connection.reserialised,
    )


def _settled(connection: Connection, event: Event) -> Connection:
    """The connection, with what came early read anew where `event` shows that it is of another version."""
    early = connection.early
    if early is None:
        return connection
    _, correlated = correlate(connection.exchanges, event)
    version, basis = _told(connection, correlated)
    partial = connection.partial if connection.partial is not None else _begins_late(event)
    if version is None:
        kept = early.append(event) if len(early) < _MOST_EARLY else None
        return connection._replace(partial=partial, early=kept)
    surface = connection.surfaces.of(version)
    if surface is not connection.surface:
        fresh = Connection(connection.surfaces, surface, basis, early=None)
        connection = fold(fresh, list(early))._replace(gaps=connection.gaps, exchanges=connection.exchanges)
    kept = early.append(event) if basis is Basis.OFFERED else None
    return connection._replace(surface=surface, basis=basis, partial=partial, early=kept)


def _begins_late(event: Event) -> bool | None:
    """Whether an event, when it is the first that tells, shows that the recording begins in the middle."""
    match event.body:
        case Started() | StartFailed():
            return False
        case Request(method="initialize"):
            return event.sender is not Side.CLIENT
        case Request() | Notification() | Response():
            return True
    return None


def _told(connection: Connection, event: Event) -> tuple[int | None, Basis]:
    """Which version a correlated event tells of, and how certainly."""
    body = event.body
    if event.method == "initialize" and event.part is None:
        if isinstance(body, Request) and event.sender is Side.CLIENT:
            return version_of(body.params), Basis.OFFERED
        if isinstance(body, Response) and event.sender is Side.AGENT and _error_of(body) is None:
            return version_of(body.result), Basis.ANSWERED
    if event.part is not None or (connection.basis is Basis.OFFERED and connection.state == "initializing"):
        return None, connection.basis
    return evidence_of(connection.surfaces, event), Basis.EVIDENCE
