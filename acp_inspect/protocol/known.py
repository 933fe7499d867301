"""What one recording tells of a session, for use in another: a session outlives the process that held it.

A replayed notice, for example, is known to be an old one if the recording of the earlier process shows it live.
"""

from __future__ import annotations

from typing import NamedTuple

from acp_inspect.protocol.connection import Connection
from acp_inspect.protocol.entities import Notice
from acp_inspect.protocol.overview import draw_session


class KnownMessage(NamedTuple):
    """A message of the session."""

    role: str
    id: str | None
    text: str
    replayed: bool
    """It came in a replay there, too."""


class KnownSession(NamedTuple):
    """A session at the end of a recording."""

    session: str
    recording: str
    """What the recording is called."""
    started_at: int | None
    """Wall clock of the recording's start, nanoseconds since 1970; None = unknown."""
    messages: tuple[KnownMessage, ...]
    notices: tuple[Notice, ...]
    tool_calls: tuple[str, ...]
    """Their ids."""

    @property
    def live_notices(self) -> tuple[Notice, ...]:
        """The notices that were no part of a replay there."""
        return tuple(notice for notice in self.notices if notice.window is None)


def known_session(
    connection: Connection, session: str, recording: str, started_at: int | None = None
) -> KnownSession | None:
    """What a connection holds of a session; None when it knows none of that id."""
    picture = draw_session(connection, session)
    if picture is None:
        return None
    return KnownSession(
        session,
        recording,
        started_at,
        tuple(KnownMessage(message.role, message.id, message.text, message.replayed) for message in picture.messages),
        picture.notices,
        tuple(call.id for call in picture.tool_calls),
    )
