"""Recordings that belong together: a session lives on in another recording when its client starts the agent again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from acp_inspect.errors import AcpInspectError
from acp_inspect.protocol.connection import Connection
from acp_inspect.protocol.known import KnownSession, known_session
from acp_inspect.protocol.surface import Surfaces
from acp_inspect.store.format import SUFFIX
from acp_inspect.store.library import list_recordings
from acp_inspect.store.moments import steps_to
from acp_inspect.store.reader import Recording
from acp_inspect.store.rows import RecordingInfo, SessionRow


@dataclass(frozen=True, slots=True)
class Link:
    """A session that another recording has, too."""

    session: str
    info: RecordingInfo
    """Of the other recording."""
    row: SessionRow
    """The session there."""
    earlier: bool | None
    """Whether the other recording began before this one; None = unknown."""

    @property
    def name(self) -> str:
        """What the other recording is called."""
        return self.info.name or self.info.path.stem


def linked(path: Path, sessions: Sequence[str] | None = None) -> list[Link]:
    """The other recordings of the same agent that have sessions of the recording at `path`, earliest first.

    Looked at are the library and the recordings beside it. `sessions`: only these; None = all. What cannot be read
    there is left out. Raises what `Recording.open` does for `path` itself.
    """
    with Recording.open(path) as recording:
        own = recording.info()
        wanted = {row.session for row in recording.sessions()}
    if sessions is not None:
        wanted &= set(sessions)
    found = [
        Link(row.session, info, row, _earlier(info, own))
        for info, rows in _others(path)
        if wanted and info.uuid != own.uuid and _same_agent(info, own)
        for row in rows
        if row.session in wanted
    ]
    return sorted(found, key=lambda link: (link.session, link.info.started_at or 0, link.info.path.name))


def known_in(links: Sequence[Link], surfaces: Surfaces | None = None) -> list[KnownSession | None]:
    """What each linked recording holds of the session at its end; None where it turns out to be damaged.

    Folds every recording as a whole, once.
    """
    ends: dict[Path, Connection | None] = {}
    known = []
    for link in links:
        path = link.info.path
        if path not in ends:
            ends[path] = _end(path, surfaces)
        connection = ends[path]
        told = None if connection is None else known_session(connection, link.session, link.name, link.info.started_at)
        known.append(told)
    return known


def known_before(path: Path, surfaces: Surfaces | None = None) -> dict[str, list[KnownSession]]:
    """What earlier recordings tell of the sessions of the one at `path`, by session, earliest first.

    Raises as `linked`.
    """
    known: dict[str, list[KnownSession]] = {}
    links = [link for link in linked(path) if link.earlier]
    for link, told in zip(links, known_in(links, surfaces), strict=True):
        if told is not None:
            known.setdefault(link.session, []).append(told)
    return known


def _end(path: Path, surfaces: Surfaces | None) -> Connection | None:
    connection = None
    try:
        with Recording.open(path) as recording:
            for taken in steps_to(recording, recording.count(), surfaces):
                connection = taken.after
    except AcpInspectError:
        return None
    return connection


def _others(path: Path) -> list[tuple[RecordingInfo, list[SessionRow]]]:
    paths = {entry.path.resolve() for entry in list_recordings() if entry.info is not None}
    paths |= {other.resolve() for other in path.parent.glob(f"*{SUFFIX}")}
    others = []
    for other in sorted(paths - {path.resolve()}):
        try:
            with Recording.open(other) as recording:
                others.append((recording.info(), recording.sessions()))
        except AcpInspectError:
            continue  # its trouble is told where it is opened
    return others


def _same_agent(one: RecordingInfo, other: RecordingInfo) -> bool:
    """By the name it gives itself, or by its command where a recording does not show the name."""
    if one.agent is not None and other.agent is not None:
        return one.agent == other.agent
    return bool(one.argv) and one.argv == other.argv


def _earlier(other: RecordingInfo, own: RecordingInfo) -> bool | None:
    if other.started_at is None or own.started_at is None:
        return None
    return other.started_at < own.started_at
