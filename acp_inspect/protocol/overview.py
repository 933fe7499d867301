"""Pictures of a connection and of what waits in it, and the one of a session, whichever version it is of."""

from __future__ import annotations

from acp_inspect.protocol.connection import Connection, Peer
from acp_inspect.protocol.picture import (
    ConnectionPicture,
    PeerPicture,
    PendingPicture,
    SessionEntry,
    SessionPicture,
)
from acp_inspect.protocol.surface import member
from acp_inspect.trace.correlate import OpenRequest
from acp_inspect.wire.json_text import Json
from acp_inspect.wire.rpc import Side


def draw_connection(connection: Connection) -> ConnectionPicture:
    """A connection, without what its sessions hold."""
    held = connection.held
    return ConnectionPicture(
        seq=connection.seq,
        state="closed" if connection.closed is not None else connection.state,
        closed=connection.closed,
        offered=connection.offered,
        version=connection.version,
        shown_as=connection.surface.version,
        basis=connection.basis.value,
        client=_peer(connection.client),
        agent=_peer(connection.agent),
        auth={
            name: value
            for name, value in zip(("state", "methodId", "accounts"), held.auth, strict=True)
            if value is not None
        },
        auth_methods=connection.auth_methods,
        sessions=tuple(
            SessionEntry(
                session.id, session.info.title, session.origin, session.status, session.activity.state, session.parent
            )
            for session in sorted(held.sessions.values(), key=lambda session: session.id)
        ),
        listed=tuple(sorted(held.listed.items())),
        providers=held.providers,
        elicitations=tuple(held.elicitations[seq] for seq in sorted(held.elicitations)),
        pending=draw_pending(connection),
        gaps=connection.gaps,
    )


def draw_session(connection: Connection, session: str) -> SessionPicture | None:
    """A session; None when the connection knows none of that id."""
    known = connection.held.sessions.get(session)
    if known is None:
        return None
    pending = tuple(request for request in draw_pending(connection) if request.session == session)
    return connection.surface.draw(known, pending, connection.closed is not None)


def draw_pending(connection: Connection) -> tuple[PendingPicture, ...]:
    """Every request without an answer, both ways, earliest first."""
    return tuple(
        PendingPicture(
            request.seq,
            request.at,
            request.id.text,
            request.method,
            request.sender,
            request.owner,
            request.session,
            request.cancelled,
            _lost(connection, request),
        )
        for request in connection.exchanges.pending()
    )


def _lost(connection: Connection, request: OpenRequest) -> bool:
    ended = connection.agent_ended if request.owner is Side.AGENT else connection.client_ended
    return ended is not None or connection.closed is not None


def _peer(peer: Peer) -> PeerPicture:
    return PeerPicture(
        _text(peer.info, "name"), _text(peer.info, "title"), _text(peer.info, "version"), peer.capabilities
    )


def _text(info: Json, name: str) -> str | None:
    value = member(info, name)
    return value if isinstance(value, str) else None
