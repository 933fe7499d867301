"""The state at a moment as one plain value: what `state_text` and `state_json` show of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final, NamedTuple

from acp_inspect.protocol.entities import Notice
from acp_inspect.protocol.picture import ConnectionPicture, SessionPicture

PARTS: Final[Mapping[str, str]] = {
    "messages": "messages and thoughts",
    "tools": "tool calls",
    "permissions": "permission requests",
    "elicitations": "questions to the user",
    "notices": "notices",
    "plans": "plans",
    "terminals": "terminals",
    "files": "files read and written through the Client (v1)",
    "subagents": "child sessions",
    "compactions": "compactions",
    "prompts": "prompts and what became of them",
    "pending": "requests without an answer",
    "setup": "options, modes, commands and usage",
    "unknown": "updates of unknown kinds (v2)",
}
"""The parts of a session that can be asked for alone, and what they are."""

SHOWN: Final = frozenset(PARTS) - {"prompts", "unknown"}
"""What text shows of a session when nothing else is asked for."""


class Moment(NamedTuple):
    """Where in the recording a state is."""

    seq: int
    of: int
    """The recording's last event."""
    at: int
    """Nanoseconds since the start; -1 = unknown."""


class LinkView(NamedTuple):
    """A session as another recording has it."""

    session: str
    recording: str
    """What the other recording is called."""
    path: str
    started_at: int | None
    """Wall clock, nanoseconds since 1970."""
    earlier: bool | None
    """Whether the other recording began before this one; None = unknown."""
    first: int
    """`seq` of the first event there that names the session."""
    last: int
    events: int
    prompts: int
    messages: int | None
    """How many messages it holds of the session at its end; None = unknown."""
    notices: tuple[Notice, ...]


class StateView(NamedTuple):
    """The state at a moment, or the parts of it that were asked for."""

    recording: str
    """Path of the file."""
    moment: Moment
    connection: ConnectionPicture
    sessions: tuple[SessionPicture, ...]
    letters: Mapping[str, str]
    """Of all sessions, by id."""
    parts: Collection[str]
    links: tuple[LinkView, ...] | None
    """None = nobody asked."""
